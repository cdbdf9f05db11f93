// Types of responses, narrowed to the requested fields.

/** Names of members of a response, such as `title` or `task.lease.until`; of a list they are those of its items. */
export type Fields = readonly string[];

/** All members. */
export type Whole = readonly ["*"];

/** Members that are always returned. */
type Always = "version" | "position" | "inbox" | "inbox_waiting" | "redacted_secrets" | "next_cursor" | "total";

/**
 * A response with the requested members: all of them for `["*"]`. If the compiler does not know the names, any member
 * may be absent. A name that the response itself does not have is looked up in its member `Within`.
 */
export type Chosen<Answer, Asked extends Fields, Within extends string = never> = Asked extends Fields
  ? IsKnown<Asked> extends false
    ? Loose<Answer>
    : "*" extends Asked[number]
      ? Answer
      : Picked<Answer, Always | Place<Answer, Asked[number], Within>>
  : never;

/** True if the compiler knows each of the names. */
type IsKnown<Asked extends Fields> = Asked extends readonly []
  ? true
  : Asked extends readonly [infer Name extends string, ...infer Others extends Fields]
    ? IsLiteral<Name> extends true
      ? IsKnown<Others>
      : false
    : false;

/** True for a single string literal, neither `string` nor a union. */
type IsLiteral<Text extends string> =
  IsOneOfSeveral<Text> extends true ? false : {} extends Record<Text, unknown> ? false : true;

type IsOneOfSeveral<Type, Each = Type> = Each extends unknown ? ([Type] extends [Each] ? false : true) : never;

/** The path that a name refers to. */
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

/** The type without null; of a list, the type of its items. */
type Inner<Type> = Type extends readonly (infer Item)[] ? Inner<Item> : NonNullable<Type>;

/** The members at these paths, in each item of a list. */
type Picked<Type, Places extends string> = Type extends readonly (infer Item)[]
  ? Picked<Item, Places>[]
  : Type extends object
    ? string extends keyof Type
      ? { [Name in First<Places>]?: Part<Type[Name & keyof Type], Name, Places> | undefined }
      : { [Name in keyof Type as Name extends First<Places> ? Name : never]: Part<Type[Name], Name, Places> }
    : Type;

/** The requested part of a member. */
type Part<Type, Name, Places extends string> = Name extends Places ? Type : Picked<Type, Rest<Places, Name & string>>;

type First<Places extends string> = Places extends `${infer Name}.${string}` ? Name : Places;

type Rest<Places extends string, Name extends string> = Places extends `${Name}.${infer Places}` ? Places : never;

/** A type in which any member may be absent, recursively except in unions, which are returned whole. */
type Loose<Type> = IsOneOfSeveral<NonNullable<Type>> extends false ? LoosePart<Type> : Type;

type LoosePart<Type> = Type extends readonly (infer Item)[]
  ? Loose<Item>[]
  : Type extends object
    ? { [Name in keyof Type]?: Loose<Type[Name]> | undefined }
    : Type;
