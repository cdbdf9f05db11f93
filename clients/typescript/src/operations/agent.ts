// The operations of `agent`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
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
   * Returns an agent with its tasks, the time of its last call, and its contributions to the most recently changed
   * workflows.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get<const Asked extends Fields = Whole>(
    given: AgentGetArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<AgentGetAnswer, Asked, "agent">> {
    return this.caller.call("agent_get", given, options);
  }

  /**
   * Lists the workspace's agents by name, each with its tasks and the time of its last call.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = Whole>(
    given: AgentListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<AgentListAnswer, Asked, "items">> {
    return this.caller.call("agent_list", given, options);
  }

  /**
   * Stops an agent from claiming tasks. It may finish the tasks that it holds.
   *
   * For: orchestrator, member, owner.
   */
  pause<const Asked extends Fields = Whole>(
    given: AgentPauseArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<AgentPauseAnswer, Asked, "agent">> {
    return this.caller.call("agent_pause", given, options);
  }

  /**
   * Registers an agent, or changes its default role. Create its tokens with `token_create`.
   *
   * For: orchestrator, owner.
   */
  register<const Asked extends Fields = Whole>(
    given: AgentRegisterArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<AgentRegisterAnswer, Asked, "agent">> {
    return this.caller.call("agent_register", given, options);
  }

  /**
   * Allows a paused agent to claim tasks again.
   *
   * For: orchestrator, member, owner.
   */
  resume<const Asked extends Fields = Whole>(
    given: AgentResumeArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<AgentResumeAnswer, Asked, "agent">> {
    return this.caller.call("agent_resume", given, options);
  }
}
