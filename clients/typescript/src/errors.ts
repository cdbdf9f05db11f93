// What a call can fail with.
import type { Change, FieldFault, Notice, Problem } from "./types.js";

// The names are fixed, since bundlers rename classes.

/** Any failure of a call. */
export class LociError extends Error {
  override name = "LociError";
}

/** No server answered, or its answer broke off, as often as it was tried. */
export class ConnectionFailedError extends LociError {
  override name = "ConnectionFailedError";
}

/** Something answered that is not Loci. */
export class UnexpectedAnswerError extends LociError {
  override name = "UnexpectedAnswerError";
  /** The HTTP status. */
  readonly status: number;
  /** The seconds after which to try again, as a proxy may say. */
  readonly retryAfter: number | undefined;

  constructor(message: string, status: number, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Loci refused a call, or failed: a problem in the form of RFC 9457. */
export class ProblemError extends LociError {
  override name = "ProblemError";
  /** The whole problem. */
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
  }

  /** What was wrong, what was expected, what to do next. */
  get detail(): string {
    return this.problem.detail ?? "";
  }

  /** The HTTP status. */
  get status(): number {
    return this.problem.status;
  }

  /** The kind for programs. */
  get code(): Problem["code"] {
    return this.problem.code;
  }

  /** A finer word for programs, such as `lease_lost`. */
  get reason(): string | undefined {
    return this.problem.reason ?? undefined;
  }

  /** Which arguments are wrong, and why. */
  get fields(): FieldFault[] {
    return this.problem.fields ?? [];
  }

  /** The current version of what was addressed. */
  get current(): number | undefined {
    return this.problem.current ?? undefined;
  }

  /** What changed meanwhile. */
  get changes(): Change[] {
    return this.problem.changes ?? [];
  }

  /** The request's id; Loci's log has more under it. */
  get instance(): string {
    return this.problem.instance ?? "";
  }

  /** The seconds after which to try again. */
  get retryAfter(): number | undefined {
    return this.problem.retry_after_seconds ?? undefined;
  }

  /** What others say to the agent that called. */
  get inbox(): Notice[] {
    return this.problem.inbox ?? [];
  }
}

/** The arguments are wrong; `fields` says which. */
export class InvalidError extends ProblemError {
  override name = "InvalidError";
}
/** There is no token, or it is not valid. */
export class UnauthenticatedError extends ProblemError {
  override name = "UnauthenticatedError";
}
/** The caller may not do this. */
export class ForbiddenError extends ProblemError {
  override name = "ForbiddenError";
}
/** There is no such thing, or the caller may not know of it. */
export class NotFoundError extends ProblemError {
  override name = "NotFoundError";
}
/** What is so now does not allow it, or it changed meanwhile. */
export class ConflictError extends ProblemError {
  override name = "ConflictError";
}
/** It was there and has been erased. */
export class GoneError extends ProblemError {
  override name = "GoneError";
}
/** It is more than the limit. */
export class TooLargeError extends ProblemError {
  override name = "TooLargeError";
}
/** It was called too often, or a quota is met. */
export class RateLimitedError extends ProblemError {
  override name = "RateLimitedError";
}
/** Loci cannot do it now; nothing was written. */
export class UnavailableError extends ProblemError {
  override name = "UnavailableError";
}
/** A fault of Loci; its log has more under `instance`. */
export class InternalError extends ProblemError {
  override name = "InternalError";
}

// That no code is forgotten the compiler sees.
const CLASSES: Record<Problem["code"], typeof ProblemError> = {
  invalid: InvalidError,
  unauthenticated: UnauthenticatedError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
  conflict: ConflictError,
  gone: GoneError,
  too_large: TooLargeError,
  rate_limited: RateLimitedError,
  unavailable: UnavailableError,
  internal: InternalError,
};

/** The headers of an answer. */
interface Heads {
  get(name: string): string | null;
}

/** The error that an answer says. */
export function errorOf(status: number, body: string, headers?: Heads): LociError {
  const problem = parsed(body);
  const after = retryAfter(headers);
  if (typeof problem !== "object" || problem === null || !("code" in problem) || typeof problem.code !== "string") {
    return new UnexpectedAnswerError(`An answer ${status} that is not from Loci: ${body.slice(0, 200)}`, status, after);
  }
  const whole = { title: "", detail: "", status, ...problem } as Problem;
  // A proxy may ask for more patience than Loci does.
  if (after !== undefined && !(whole.retry_after_seconds! >= after)) whole.retry_after_seconds = after;
  const Kind = Object.hasOwn(CLASSES, whole.code) ? CLASSES[whole.code] : ProblemError;
  return new Kind(whole);
}

/** The seconds that `Retry-After` says, which is a number of them or a time by the clock of who answers. */
function retryAfter(headers: Heads | undefined): number | undefined {
  const text = headers?.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  const then = text.endsWith("GMT") ? Date.parse(text) : NaN;
  const now = Date.parse(headers?.get("date") ?? "");
  const seconds = (then - (Number.isNaN(now) ? Date.now() : now)) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** A text as JSON; nothing where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
