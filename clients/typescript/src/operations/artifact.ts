// The operations of `artifact`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  ArtifactDiffAnswer,
  ArtifactDiffArguments,
  ArtifactGetAnswer,
  ArtifactGetArguments,
  ArtifactListAnswer,
  ArtifactListArguments,
  ArtifactListLean,
  ArtifactRecordAnswer,
  ArtifactRecordArguments,
  ArtifactRecordLean,
} from "../types.js";

/** The operations of `artifact`. */
export class Artifact extends Group {
  /**
   * What changed between two versions of an artifact, line by line. Without `from` and `to`: what the newest version
   * of the path changed.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  diff<const Asked extends Fields = Whole>(
    given: ArtifactDiffArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<ArtifactDiffAnswer, Asked>> {
    return this.caller.call("artifact_diff", given, options);
  }

  /**
   * A version of an artifact, with its content when Loci has it.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get<const Asked extends Fields = Whole>(
    given: ArtifactGetArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<ArtifactGetAnswer, Asked, "artifact">> {
    return this.caller.call("artifact_get", given, options);
  }

  /**
   * The artifacts of a workflow, most recently recorded first: the newest version of each path.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.path`, `items.version`,
   * `items.type`, `items.associated_task`, `items.description`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = ArtifactListLean>(
    given: ArtifactListArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<ArtifactListAnswer, Asked, "items">> {
    return this.caller.call("artifact_list", given, options);
  }

  /**
   * Records a version of something that was made, by reference or with its content. The same content as the newest
   * version of the path makes no new version. When the agent that handed a task in names it and changes what is being
   * reviewed or was approved, the review is given anew, unless others have begun to build on it. What anybody else
   * records of it stands beside it: what was approved stays so, and people are warned.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `artifact.id`, `artifact.version`, `unchanged`,
   * `warnings`.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  record<const Asked extends Fields = ArtifactRecordLean>(
    given: ArtifactRecordArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<ArtifactRecordAnswer, Asked, "artifact">> {
    return this.caller.call("artifact_record", given, options);
  }
}
