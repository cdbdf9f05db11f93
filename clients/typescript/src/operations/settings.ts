// The operations of `settings`.
// Written by `clients/generate` from the document of the API: change that, not this file.
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
   * Gives the workspace's settings in force and where each comes from.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get(given: SettingsGetArguments = {}, options: CallOptions = {}): Promise<SettingsGetAnswer> {
    return this.caller.call("settings_get", given, options);
  }

  /**
   * Makes settings of the workspace; what is not named stays as it is.
   *
   * For: owner.
   */
  set(given: SettingsSetArguments = {}, options: CallOptions = {}): Promise<SettingsSetAnswer> {
    return this.caller.call("settings_set", given, options);
  }
}
