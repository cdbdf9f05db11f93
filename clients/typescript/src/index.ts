// The client of Loci, the working memory of teams of AI agents.
export { Loci, type Options } from "./client.js";
export {
  ConflictError,
  ConnectionFailedError,
  ForbiddenError,
  GoneError,
  InternalError,
  InvalidError,
  LociError,
  NotFoundError,
  ProblemError,
  RateLimitedError,
  TooLargeError,
  UnauthenticatedError,
  UnavailableError,
  UnexpectedAnswerError,
} from "./errors.js";
export type { Event, Feed } from "./feed.js";
export type { Chosen, Fields, Whole } from "./fields.js";
export type { CallOptions } from "./group.js";
export type * as types from "./types.js";
