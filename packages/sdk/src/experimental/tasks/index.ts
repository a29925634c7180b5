export type {
  BaseResponseMessage,
  ErrorMessage,
  ResponseMessage,
  ResultMessage,
  TaskCreatedMessage,
  TaskStatusMessage,
} from '../../shared/responseMessage.js'
export { takeResult, toArrayAsync } from '../../shared/responseMessage.js'
export * from './client.js'
export * from './helpers.js'
export * from './interfaces.js'
export * from './mcp-server.js'
export * from './server.js'
export * from './stores/in-memory.js'
export * from './types.js'
