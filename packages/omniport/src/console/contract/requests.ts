import type { Failure } from './operations.js'
import type { Json, JsonObject, Time } from './values.js'

export type RequestEnd = 'answered' | 'cancelled' | 'expired' | 'superseded'

interface PersonRequestBase {
  readonly id: string
  readonly at: Time
  /** The server that asks, or that it is about. */
  readonly server: string
  /** The operation that it belongs to, if that is known. */
  readonly operation?: string
  /** The operations of which it belongs to one, if it is not known which. */
  readonly operations?: readonly string[]
  readonly span?: string
}

/**
 * The request to the person in words, as the specification wants it shown. `lines` in order. Texts marked as foreign are of the
 * server: set them apart.
 */
export interface Description {
  readonly title: string
  readonly lines: readonly {
    readonly label?: string
    readonly text: string
    readonly isForeign: boolean
    readonly isWarning: boolean
  }[]
}

export type PersonRequest = PersonRequestBase &
  (
    | {
        readonly type: 'consent'
        /** `sample` comes twice: with the prompt, and with `result`. `call` comes for calls of apps, and of the page by setting. */
        readonly subject: 'start' | 'call' | 'sample' | 'elicit' | 'roots' | 'skill' | 'app'
        readonly description: Description
        /** Everything of the request, as the host has it; a large text of it may be cut. */
        readonly detail: Json
        /** False: an approval holds for this once. */
        readonly canRemember: boolean
        /** Of a sampling request: what may be edited. */
        readonly params?: Json
        readonly result?: Json
      }
    /** A form of the server. */
    | { readonly type: 'form'; readonly message: string; readonly schema: Json }
    /** A page of the server, to be opened by the person. */
    | {
        readonly type: 'url'
        readonly message: string
        readonly url: string
        readonly host: string
        readonly warnings: readonly string[]
      }
    /** A model is wanted, and none is configured: the person writes the answer. */
    | { readonly type: 'sample'; readonly params: Json }
    /** A server wants its user to sign in. The page opens `url` in a new tab by a click. */
    | { readonly type: 'sign-in'; readonly url: string; readonly host: string; readonly scopes: readonly string[] }
    /** A config file asks for a value. */
    | {
        readonly type: 'input'
        readonly label: string
        readonly isSecret: boolean
        readonly options?: readonly string[]
        readonly initial?: string
      }
  )

export type PersonAnswer =
  | {
      readonly type: 'consent'
      readonly answer: 'allow' | 'deny'
      /** Default: once. */
      readonly remember?: 'session' | 'always'
      /** With `remember`, of a call: for these arguments alone. */
      readonly onlyTheseArguments?: boolean
      /** Edited, of a sampling request. */
      readonly params?: Json
      readonly result?: Json
    }
  | { readonly type: 'form'; readonly action: 'accept'; readonly content: JsonObject }
  | { readonly type: 'form'; readonly action: 'decline' | 'cancel' }
  /** `accept`: the page has opened the URL. */
  | { readonly type: 'url'; readonly action: 'accept' | 'decline' | 'cancel' }
  /** `content`: one block or several. `role` and `model` may be left out. */
  | { readonly type: 'sample'; readonly action: 'answer'; readonly result: Json }
  | { readonly type: 'sample'; readonly action: 'decline' }
  /** Gives the sign-in up. A sign-in that succeeds ends the request by itself. */
  | { readonly type: 'sign-in'; readonly action: 'cancel' }
  | { readonly type: 'input'; readonly action: 'answer'; readonly value: string }
  | { readonly type: 'input'; readonly action: 'cancel' }

/** OAuth at one server, step by step. The last one of each server is there. */
export interface SignIn {
  readonly server: string
  readonly state: 'running' | 'waiting' | 'done' | 'failed'
  readonly steps: readonly {
    readonly at: Time
    /** `challenge`, `resource-metadata`, `server-metadata`, `registration`, `authorize`, `redirect`, `token`, `refresh`. */
    readonly name: string
    readonly state: 'done' | 'running' | 'failed'
    /** In words. */
    readonly text: string
    /** The message with the HTTP exchange. */
    readonly seq?: number
  }[]
  readonly error?: Failure
}
