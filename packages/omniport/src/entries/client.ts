export type { AuthOptions } from '../auth/client/auth-options.js'
export type { CallOptions, ListOptions } from '../client/call-options.js'
export type { ArgsOf, CalledTask, Client, CompletionRef, DataOf } from '../client/client.js'
export { connect } from '../client/connect.js'
export type {
  ConnectOptions,
  ElicitQuestion,
  ElicitUrlQuestion,
  LogEntry,
  Roots,
} from '../client/connect-options.js'
export type { ClientExtension, ResultType } from '../client/extensions/client-extension.js'
export type { ResultContext } from '../client/extensions/result-context.js'
export type { Change, Filter, Listening } from '../client/listening.js'
export type { Command, Target } from '../client/target.js'
export { textOf } from '../client/text-of.js'
export type { ToolResult } from '../client/tool-result.js'
