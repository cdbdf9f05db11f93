// The operations of `agent`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import { Group, type CallOptions } from "../group.js";
import type {
  AgentGetAnswer,
  AgentGetArguments,
  AgentListAnswer,
  AgentListArguments,
  AgentPauseAnswer,
  AgentPauseArguments,
  AgentRegisterAnswer,
  AgentRegisterArguments,
  AgentResumeAnswer,
  AgentResumeArguments,
} from "../types.js";

/** The operations of `agent`. */
export class Agent extends Group {
  /**
   * One agent, with what it holds, when it last called, and what it gave to the workflows that changed last.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get(given: AgentGetArguments, options: CallOptions = {}): Promise<AgentGetAnswer> {
    return this.caller.call("agent_get", given, options);
  }

  /**
   * The workspace's agents by name, each with what it holds and when it last called.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list(given: AgentListArguments = {}, options: CallOptions = {}): Promise<AgentListAnswer> {
    return this.caller.call("agent_list", given, options);
  }

  /**
   * Stops an agent from claiming tasks. What it holds it may finish.
   *
   * For: orchestrator, member, owner.
   */
  pause(given: AgentPauseArguments, options: CallOptions = {}): Promise<AgentPauseAnswer> {
    return this.caller.call("agent_pause", given, options);
  }

  /**
   * Makes an agent known to the workspace, or gives it another usual role. Tokens are made by `token_create`.
   *
   * For: orchestrator, owner.
   */
  register(given: AgentRegisterArguments, options: CallOptions = {}): Promise<AgentRegisterAnswer> {
    return this.caller.call("agent_register", given, options);
  }

  /**
   * Lets a paused agent claim tasks again.
   *
   * For: orchestrator, member, owner.
   */
  resume(given: AgentResumeArguments, options: CallOptions = {}): Promise<AgentResumeAnswer> {
    return this.caller.call("agent_resume", given, options);
  }
}
