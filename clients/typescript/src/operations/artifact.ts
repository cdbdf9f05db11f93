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
   * Compares two versions of an artifact line by line. Without `from` and `to`: the newest version of the path with
   * the one before.
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
   * Returns a version of an artifact, with its content if Loci stores it.
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
   * Lists the artifacts of a workflow, most recently recorded first: the newest version of each path.
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
   * Records a version of an artifact, by reference or with its content. Content equal to the newest version of the
   * path adds no version. If the agent that handed in a task names that task and changes work that is in review or
   * approved, it must be reviewed again, unless dependent tasks have begun. Then, or if anybody else who holds no
   * dependent task records it, the version is not part of that work: an approval stays valid, and people are warned.
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
