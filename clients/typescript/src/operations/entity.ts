// The operations of `entity`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  EntityAddAnswer,
  EntityAddArguments,
  EntityExportAnswer,
  EntityExportArguments,
  EntityForgetAnswer,
  EntityForgetArguments,
  EntityListAnswer,
  EntityListArguments,
  EntityObserveAnswer,
  EntityObserveArguments,
  EntityResolveAnswer,
  EntityResolveArguments,
  EntityRestoreAnswer,
  EntityRestoreArguments,
} from "../types.js";

/** The operations of `entity`. */
export class Entity extends Group {
  /**
   * Adds an entity at the front of a session's list. An existing entity moves there and takes the new name. Creates
   * the session if it does not exist.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  add<const Asked extends Fields = Whole>(
    given: EntityAddArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<EntityAddAnswer, Asked>> {
    return this.caller.call("entity_add", given, options);
  }

  /**
   * Exports a checkpoint of a session's entities, to be stored elsewhere and restored with `entity_restore`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  export<const Asked extends Fields = Whole>(
    given: EntityExportArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<EntityExportAnswer, Asked>> {
    return this.caller.call("entity_export", given, options);
  }

  /**
   * Removes an entity from a session's list. An unknown entity is ignored.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  forget<const Asked extends Fields = Whole>(
    given: EntityForgetArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<EntityForgetAnswer, Asked>> {
    return this.caller.call("entity_forget", given, options);
  }

  /**
   * Lists the entities of a session, most recent first, with the block that shows them in a prompt.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = Whole>(
    given: EntityListArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<EntityListAnswer, Asked, "items">> {
    return this.caller.call("entity_list", given, options);
  }

  /**
   * Tracks the entities in a tool's result, so that "it" and "that page" can be resolved. The type is derived from
   * the tool's name by the workspace's rules; of a list the first three are tracked. Entities that the tool deleted
   * are forgotten. Creates the session if it does not exist.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  observe<const Asked extends Fields = Whole>(
    given: EntityObserveArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<EntityObserveAnswer, Asked>> {
    return this.caller.call("entity_observe", given, options);
  }

  /**
   * Resolves a phrase to an entity: "this page" is the newest page, "it" the newest entity of any type, "the second
   * image" counts from the newest, "the images" are all. If several fit, the newest is returned with `ambiguous` and
   * the choices to ask about.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  resolve<const Asked extends Fields = Whole>(
    given: EntityResolveArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<EntityResolveAnswer, Asked, "entity">> {
    return this.caller.call("entity_resolve", given, options);
  }

  /**
   * Replaces a session's entities by those of a checkpoint from `entity_export`. Creates the session if it does not
   * exist.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  restore<const Asked extends Fields = Whole>(
    given: EntityRestoreArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<EntityRestoreAnswer, Asked>> {
    return this.caller.call("entity_restore", given, options);
  }
}
