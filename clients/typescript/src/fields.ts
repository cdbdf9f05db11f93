// What an answer holds of what was asked for. Only types.

/** Names of members of an answer, such as `title` or `task.lease.until`; of a list they are those of its items. */
export type Fields = readonly string[];

/** All members. */
export type Whole = readonly ["*"];

/** The members that are given whatever was asked for. */
type Always = "version" | "position" | "inbox" | "inbox_waiting" | "redacted_secrets" | "next_cursor" | "total";

/**
 * An answer with the members that were asked for: all of it for `["*"]`; where the compiler does not know which they
 * are, any may be absent. A name that the answer itself does not have is looked for in its member `Within`.
 */
export type Chosen<Answer, Asked extends Fields, Within extends string = never> = Asked extends Fields
  ? IsKnown<Asked> extends false
    ? Loose<Answer>
    : "*" extends Asked[number]
      ? Answer
      : Picked<Answer, Always | Place<Answer, Asked[number], Within>>
  : never;

/** Whether the compiler knows each of the names. */
type IsKnown<Asked extends Fields> = Asked extends readonly []
  ? true
  : Asked extends readonly [infer Name extends string, ...infer Others extends Fields]
    ? IsLiteral<Name> extends true
      ? IsKnown<Others>
      : false
    : false;

/** Whether it is one text: not any, nor one of several. */
type IsLiteral<Text extends string> =
  IsOneOfSeveral<Text> extends true ? false : {} extends Record<Text, unknown> ? false : true;

type IsOneOfSeveral<Type, Each = Type> = Each extends unknown ? ([Type] extends [Each] ? false : true) : never;

/** The place that is meant by a name. */
type Place<Answer, Name extends string, Within extends string> = Name extends unknown
  ? Has<Answer, Name> extends true
    ? Name
    : `${Within}.${Name}`
  : never;

type Has<Type, Name extends string> = Name extends `${infer First}.${infer Rest}`
  ? First extends keyof Inner<Type>
    ? Has<Inner<Type>[First], Rest>
    : false
  : Name extends keyof Inner<Type>
    ? true
    : false;

/** What is there, if anything is; of a list, what is in it. */
type Inner<Type> = Type extends readonly (infer Item)[] ? Inner<Item> : NonNullable<Type>;

/** What is at these places, in each item where there are several. */
type Picked<Type, Places extends string> = Type extends readonly (infer Item)[]
  ? Picked<Item, Places>[]
  : Type extends object
    ? string extends keyof Type
      ? { [Name in First<Places>]?: Part<Type[Name & keyof Type], Name, Places> | undefined }
      : { [Name in keyof Type as Name extends First<Places> ? Name : never]: Part<Type[Name], Name, Places> }
    : Type;

/** Of a member as much as is asked for. */
type Part<Type, Name, Places extends string> = Name extends Places ? Type : Picked<Type, Rest<Places, Name & string>>;

type First<Places extends string> = Places extends `${infer Name}.${string}` ? Name : Places;

type Rest<Places extends string, Name extends string> = Places extends `${Name}.${infer Places}` ? Places : never;

/** Any member may be absent, down to what is one of several kinds, which is given whole. */
type Loose<Type> = IsOneOfSeveral<NonNullable<Type>> extends false ? LoosePart<Type> : Type;

type LoosePart<Type> = Type extends readonly (infer Item)[]
  ? Loose<Item>[]
  : Type extends object
    ? { [Name in keyof Type]?: Loose<Type[Name]> | undefined }
    : Type;
