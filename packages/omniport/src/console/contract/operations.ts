import type { Json, JsonObject, Revision, Time } from './values.js'

/** What the page asks a server. */
export type OperationRequest =
  | {
      readonly kind: 'call'
      readonly server: string
      /** The name on its server. */
      readonly tool: string
      readonly args: JsonObject
      /** Added to `_meta` of the request. */
      readonly meta?: JsonObject
      /** True: as a task. */
      readonly asTask?: boolean
      readonly timeoutMs?: number
      /** False: a result that does not match the output schema is shown all the same. Default: true. */
      readonly validateOutput?: boolean
    }
  | { readonly kind: 'read'; readonly server: string; readonly uri: string }
  | {
      readonly kind: 'get'
      readonly server: string
      readonly prompt: string
      readonly args: { readonly [name: string]: string }
    }
  | { readonly kind: 'load-skill'; readonly server: string; readonly uri: string }
  | { readonly kind: 'read-skill-file'; readonly server: string; readonly uri: string; readonly path: string }
  /** Loads the app of a tool. Its result is a `LoadedApp`. */
  | { readonly kind: 'load-app'; readonly server: string; readonly tool: string }
  /** The same call in each revision, on connections of their own. Its result is a `WireComparison`. */
  | { readonly kind: 'wire'; readonly server: string; readonly tool: string; readonly args: JsonObject }
  | { readonly kind: 'ping'; readonly server: string }
  /** Any method, as typed. Its result is whatever came. */
  | { readonly kind: 'raw'; readonly server: string; readonly method: string; readonly params?: JsonObject }

export interface Operation {
  /** Chosen by the page: 1 to 64 characters of `A-Z a-z 0-9 _ -`, new for each. */
  readonly id: string
  readonly request: OperationRequest
  /**
   * `asking`: a request to the person that belongs to it is open, see `PersonRequest.operation`. `denied`: the person or a
   * rule said no.
   */
  readonly state: 'running' | 'asking' | 'done' | 'failed' | 'denied' | 'cancelled'
  readonly startedAt: Time
  readonly endedAt?: Time
  /** Without the time in which the person was asked. */
  readonly ms?: number
  readonly revision?: Revision
  readonly progress?: { readonly progress: number; readonly total?: number; readonly message?: string }
  /** Set while and after the server ran it as a task. */
  readonly task?: { readonly id: string; readonly status: string; readonly message?: string }
  /**
   * The result as the server sent it: of `tools/call`, `resources/read`, `prompts/get`. Undefined in events and in the state if
   * its JSON is longer than 65,536 characters: `isResultLeftOut` is true then, and `GET operations/<id>` has it.
   */
  readonly result?: Json
  readonly isResultLeftOut?: boolean
  /** The length of the result's JSON in bytes. */
  readonly resultBytes?: number
  /** Estimated tokens that the result takes of a model's context. */
  readonly resultTokens?: number
  /** True: the tool says that it failed (`isError`). */
  readonly isError?: boolean
  readonly error?: Failure
  readonly span?: string
  /** Of a call that an app makes: the operation that loaded the app. */
  readonly fromApp?: string
}

/** What went wrong, for people. */
export interface Failure {
  /** `timeout`, `closed`, `denied`, `invalid_result`, …, `rpc` for an error of the server, `usage` for wrong input of the page. */
  readonly code: string
  readonly message: string
  /** Of an error of the server. */
  readonly rpc?: { readonly code: number; readonly data?: Json }
  readonly advice?: readonly string[]
}

/** The result of `wire`: what client and server say in each revision, step by step. */
export interface WireComparison {
  /** `error`: the call failed in this revision, or the server does not speak it. */
  readonly revisions: readonly { readonly revision: Revision; readonly error?: string }[]
  readonly steps: readonly {
    /** `→ tools/call`, `← result of tools/call`. */
    readonly title: string
    /** By revision, in those that have the step: the line and headers of HTTP, and the message. */
    readonly texts: { readonly [revision: string]: string }
  }[]
}

/** The result of `load-app`. Its text is given to the sandbox frame, never to this page. */
export interface LoadedApp {
  readonly server: string
  readonly tool: string
  readonly uri: string
  readonly html: string
  readonly csp: Json
  readonly permissions: Json
  readonly domain?: string
  readonly prefersBorder?: boolean
  /** The definition of the tool as the server listed it. */
  readonly toolDefinition: Json
}

export interface Subscription {
  /** Chosen by the page, as that of an operation. */
  readonly id: string
  readonly server: string
  readonly filter: SubscriptionFilter
  /** What the server acknowledged. */
  readonly acknowledged?: SubscriptionFilter
  readonly state: 'opening' | 'live' | 'failed'
  readonly error?: Failure
  readonly count: number
  /** The last 50. */
  readonly changes: readonly { readonly at: Time; readonly type: string; readonly uri?: string }[]
}

export interface SubscriptionFilter {
  readonly tools?: boolean
  readonly prompts?: boolean
  readonly resources?: boolean
  readonly uris?: readonly string[]
}

/** A saved call with what is expected of it. */
export interface SavedTest {
  readonly id: string
  readonly name: string
  readonly request: OperationRequest
  readonly expect: {
    readonly isError?: boolean
    /** The structured content, or the whole result without `_meta`, equals this. */
    readonly result?: Json
  }
  readonly last?: { readonly at: Time; readonly passed: boolean; readonly message?: string; readonly operation: string }
}
