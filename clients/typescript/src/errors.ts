// The errors of calls.
import type { Change, FieldFault, Notice, Problem } from "./types.js";

// The names are set explicitly, because bundlers rename classes.

/** Base class of all errors of calls. */
export class LociError extends Error {
  override name = "LociError";
}

/** No server answered, or the connection broke, on all attempts. */
export class ConnectionFailedError extends LociError {
  override name = "ConnectionFailedError";
}

/** The response is not from Loci. */
export class UnexpectedAnswerError extends LociError {
  override name = "UnexpectedAnswerError";
  /** The HTTP status. */
  readonly status: number;
  /** Seconds to wait before a retry, if a proxy says so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, status: number, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Loci rejected a call or failed: a problem in the form of RFC 9457. */
export class ProblemError extends LociError {
  override name = "ProblemError";
  /** The whole problem. */
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
  }

  /** Explanation: what was wrong, what was expected, what to do next. */
  get detail(): string {
    return this.problem.detail ?? "";
  }

  /** The HTTP status. */
  get status(): number {
    return this.problem.status;
  }

  /** Machine-readable code of the error class. */
  get code(): Problem["code"] {
    return this.problem.code;
  }

  /** More specific machine-readable reason, such as `lease_lost`. */
  get reason(): string | undefined {
    return this.problem.reason ?? undefined;
  }

  /** Invalid arguments, with the reason for each. */
  get fields(): FieldFault[] {
    return this.problem.fields ?? [];
  }

  /** Current version of the addressed resource. */
  get current(): number | undefined {
    return this.problem.current ?? undefined;
  }

  /** Changes made in the meantime. */
  get changes(): Change[] {
    return this.problem.changes ?? [];
  }

  /** Id of the request. Loci's log has details under it. */
  get instance(): string {
    return this.problem.instance ?? "";
  }

  /** Seconds to wait before a retry. */
  get retryAfter(): number | undefined {
    return this.problem.retry_after_seconds ?? undefined;
  }

  /** Messages from others to the calling agent. */
  get inbox(): Notice[] {
    return this.problem.inbox ?? [];
  }
}

/** The arguments are invalid; `fields` names them. */
export class InvalidError extends ProblemError {
  override name = "InvalidError";
}
/** The token is missing or invalid. */
export class UnauthenticatedError extends ProblemError {
  override name = "UnauthenticatedError";
}
/** The caller lacks the permission. */
export class ForbiddenError extends ProblemError {
  override name = "ForbiddenError";
}
/** The resource does not exist, or the caller may not see it. */
export class NotFoundError extends ProblemError {
  override name = "NotFoundError";
}
/** The current state does not allow the call, or it changed in the meantime. */
export class ConflictError extends ProblemError {
  override name = "ConflictError";
}
/** The resource was erased. */
export class GoneError extends ProblemError {
  override name = "GoneError";
}
/** The request exceeds a limit. */
export class TooLargeError extends ProblemError {
  override name = "TooLargeError";
}
/** Too many calls, or a quota is exhausted. */
export class RateLimitedError extends ProblemError {
  override name = "RateLimitedError";
}
/** Loci is temporarily unavailable. Nothing was written, unless the reason is `unknown_outcome`. */
export class UnavailableError extends ProblemError {
  override name = "UnavailableError";
}
/** Internal error of Loci. Its log has details under `instance`. */
export class InternalError extends ProblemError {
  override name = "InternalError";
}

// The compiler checks that no code is missing.
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

/** Headers of a response. */
interface Heads {
  get(name: string): string | null;
}

/** Returns the error of a response. */
export function errorOf(status: number, body: string, headers?: Heads): LociError {
  const problem = parsed(body);
  const after = retryAfter(headers);
  if (typeof problem !== "object" || problem === null || !("code" in problem) || typeof problem.code !== "string") {
    return new UnexpectedAnswerError(`An answer ${status} that is not from Loci: ${body.slice(0, 200)}`, status, after);
  }
  const whole = { title: "", detail: "", status, ...problem } as Problem;
  // A proxy may ask for a longer wait than Loci does.
  if (after !== undefined && !(whole.retry_after_seconds! >= after)) whole.retry_after_seconds = after;
  const Kind = Object.hasOwn(CLASSES, whole.code) ? CLASSES[whole.code] : ProblemError;
  return new Kind(whole);
}

/** Returns the seconds of `Retry-After`, which is either a number of seconds or a date by the server's clock. */
function retryAfter(headers: Heads | undefined): number | undefined {
  const text = headers?.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  const then = text.endsWith("GMT") ? Date.parse(text) : NaN;
  const now = Date.parse(headers?.get("date") ?? "");
  const seconds = (then - (Number.isNaN(now) ? Date.now() : now)) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Parses a text as JSON. Returns `undefined` if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
