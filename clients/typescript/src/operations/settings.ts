// The operations of `settings`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  SettingsGetAnswer,
  SettingsGetArguments,
  SettingsSetAnswer,
  SettingsSetArguments,
} from "../types.js";

/** The operations of `settings`. */
export class Settings extends Group {
  /**
   * Returns the workspace's settings in force, each with its origin.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get<const Asked extends Fields = Whole>(
    given: SettingsGetArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<SettingsGetAnswer, Asked, "settings">> {
    return this.caller.call("settings_get", given, options);
  }

  /**
   * Changes settings of the workspace. Absent settings stay as they are.
   *
   * For: owner.
   */
  set<const Asked extends Fields = Whole>(
    given: SettingsSetArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<SettingsSetAnswer, Asked, "settings">> {
    return this.caller.call("settings_set", given, options);
  }
}
