import type { JsonObject } from '../json.js'
import type { Root } from './respondent.js'

/** A client of any make, connected to one server: what the scenarios are played with. Whoever connected it closes it. */
export interface Driver {
  /** What was negotiated, where the client tells. */
  readonly revision: string | undefined
  /** What the server says of itself. */
  readonly server: { readonly name: string; readonly version: string; readonly instructions: string | undefined }
  /** Log messages, in the order they came. */
  readonly logs: readonly LogEntry[]
  /** The ids of pages that the server said are done, where the client tells. */
  readonly completed: readonly unknown[]
  /** What went wrong beside calls. */
  readonly errors: readonly Error[]
  listTools(): Promise<readonly JsonObject[]>
  listResources(): Promise<readonly JsonObject[]>
  listResourceTemplates(): Promise<readonly JsonObject[]>
  listPrompts(): Promise<readonly JsonObject[]>
  /** Rejects with an error that has the `code` of a protocol error. */
  callTool(name: string, args?: JsonObject, options?: DriverCallOptions): Promise<JsonObject>
  readResource(uri: string): Promise<JsonObject>
  getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<JsonObject>
  /** The values suggested for what was typed. */
  complete(question: Completing): Promise<readonly string[]>
  setLogLevel(level: 'debug' | 'warning'): Promise<void>
  ping(): Promise<void>
  /** Hears of changes of the kinds named, and of `uri`. */
  listen(filter: DriverFilter): Promise<Changes>
  /** Replaces the roots of a client that answers questions, and tells the server. */
  setRoots(roots: readonly Root[]): Promise<void>
  close(): Promise<void>
}

/** One log message. */
export interface LogEntry {
  readonly level: string
  readonly data: unknown
}

/** How to call. */
export interface DriverCallOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: JsonObject) => void
}

/** An argument that is being typed. */
export interface Completing {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string }
  readonly argument: { readonly name: string; readonly value: string }
  readonly others?: Readonly<Record<string, string>>
}

/** What to hear of. */
export type DriverFilter =
  | { readonly type: 'tools' | 'prompts' | 'resources' }
  | { readonly type: 'resource'; readonly uri: string }

/** Changes as they come. */
export interface Changes {
  /** The first change there was. */
  readonly first: Promise<DriverFilter>
  close(): Promise<void>
}
