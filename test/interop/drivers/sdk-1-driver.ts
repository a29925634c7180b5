import { type Deferred, deferred } from '../deferred.js'
import type { JsonObject } from '../json.js'
import type { Command } from '../command.js'
import type { Changes, Completing, Driver, DriverCallOptions, DriverFilter, LogEntry } from './driver.js'

/** What is used of a release of the first major version of the SDK: the same names in all of them. */
export interface Sdk1 {
  readonly Client: new (info: object, options: object) => Sdk1Client
  readonly StdioClientTransport: new (command: object) => object
  readonly types: JsonObject
}

interface Sdk1Client {
  onerror?: (error: Error) => void
  connect(transport: object): Promise<void>
  getServerVersion(): { readonly name: string; readonly version: string } | undefined
  getInstructions(): string | undefined
  setNotificationHandler(schema: unknown, handler: (notification: { readonly params: JsonObject }) => void): void
  listTools(): Promise<{ readonly tools: JsonObject[] }>
  listResources(): Promise<{ readonly resources: JsonObject[] }>
  listResourceTemplates(): Promise<{ readonly resourceTemplates: JsonObject[] }>
  listPrompts(): Promise<{ readonly prompts: JsonObject[] }>
  callTool(params: JsonObject, schema: undefined, options: object): Promise<JsonObject>
  readResource(params: JsonObject): Promise<JsonObject>
  getPrompt(params: JsonObject): Promise<JsonObject>
  complete(params: JsonObject): Promise<{ readonly completion: { readonly values: string[] } }>
  setLoggingLevel(level: string): Promise<unknown>
  ping(): Promise<unknown>
  subscribeResource(params: JsonObject): Promise<unknown>
  unsubscribeResource(params: JsonObject): Promise<unknown>
  close(): Promise<void>
}
