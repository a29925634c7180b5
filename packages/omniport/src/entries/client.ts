export type { AuthOptions } from '../auth/client/auth-options.js'
export { loadApp } from '../client/apps/load-app.js'
export type { AppServer, LoadedApp } from '../client/apps/loaded-app.js'
export { appUriOf } from '../client/apps/read-app.js'
export type { CallOptions, ListOptions, ToolCallOptions } from '../client/call-options.js'
export type { ArgsOf, CalledTask, Client, CompletionRef, DataOf } from '../client/client.js'
export type { Command, Target } from '../client/connect/targets/target.js'
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
export {
  type FetchedServerCard,
  type FetchServerCardOptions,
  fetchServerCard,
} from '../client/server-card/fetch-server-card.js'
export type { LoadedSkill, LoadedSkillFile } from '../client/skills/loaded-skill.js'
export type { Change, Filter, Listening } from '../client/subscriptions/listening.js'
export { textOf } from '../client/tools/text-of.js'
export type { ToolResult } from '../client/tools/tool-result.js'
export {
  type ServerCard,
  type ServerCardHeader,
  type ServerCardInput,
  type ServerCardRemote,
  type ServerCardRepository,
  serverCardUrl,
} from '../protocol/server-card/server-card.js'
export type { Skill, SkillFrontmatter, SkillResource } from '../skills/skill.js'
export type {
  ConnectionInterceptor,
  HttpSend,
  InterceptedProgram,
  InterceptedRequest,
  PipeInterceptor,
} from '../transport/connection-interceptor.js'
export type { HttpSendResponse } from '../transport/http-sender.js'
