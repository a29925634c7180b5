import type { Failure, OperationRequest, SubscriptionFilter } from './operations.js'
import type { Root } from './permissions.js'
import type { PersonAnswer } from './requests.js'
import type { FaultChange, Faults } from './servers.js'
import type { Settings, SettingsChange } from './settings.js'
import type { Json, JsonObject, Revision } from './values.js'

/** A server to add. */
export type NewServer = {
  readonly name: string
  readonly revision?: Revision
} & (
  | {
      readonly command: string
      readonly args?: readonly string[]
      readonly env?: { readonly [name: string]: string }
      readonly cwd?: string
    }
  | { readonly url: string; readonly headers?: { readonly [name: string]: string } }
)

type Nothing = Record<string, never>

/** `POST /api/1/actions/<name>`. `output` comes once the action is done; what it changes is told by events as well. */
export interface Actions {
  /** Starting a server that was typed in here needs no consent; one of a config file does. */
  'add-server': { input: NewServer; output: { readonly name: string } }
  'remove-server': { input: { readonly server: string }; output: Nothing }
  /** Returns at once; the state of the server says how it went. */
  'start-server': { input: { readonly server: string }; output: Nothing }
  'stop-server': { input: { readonly server: string }; output: Nothing }
  'restart-server': { input: { readonly server: string }; output: Nothing }
  /** Reads the lists again. */
  'refresh-catalogue': { input: { readonly server: string }; output: Nothing }
  'set-faults': { input: { readonly server: string; readonly faults: FaultChange }; output: Faults }
  /** Words over the tools of all servers, best first. */
  'search-tools': {
    input: { readonly words: string; readonly limit?: number }
    output: { readonly found: readonly { readonly server: string; readonly tool: string; readonly score: number }[] }
  }
  /** Returns at once; `operation` events tell the rest. */
  operate: { input: { readonly id: string; readonly request: OperationRequest }; output: Nothing }
  /** Cancels an operation; with one that runs as a task, the task. */
  'cancel-operation': { input: { readonly id: string }; output: Nothing }
  /** Removes ended operations from the history; without ids, all of them. */
  'forget-operations': { input: { readonly ids?: readonly string[] }; output: Nothing }
  complete: {
    input: {
      readonly server: string
      readonly ref:
        | { readonly type: 'prompt'; readonly name: string }
        | { readonly type: 'template'; readonly uri: string }
      readonly argument: { readonly name: string; readonly value: string }
      readonly arguments?: { readonly [name: string]: string }
    }
    output: { readonly values: readonly string[]; readonly total?: number; readonly hasMore?: boolean }
  }
  /** The address that a template and values make. */
  'expand-template': {
    input: { readonly template: string; readonly values: { readonly [name: string]: string } }
    output: { readonly uri: string }
  }
  subscribe: {
    input: { readonly id: string; readonly server: string; readonly filter: SubscriptionFilter }
    output: Nothing
  }
  unsubscribe: { input: { readonly id: string }; output: Nothing }
  answer: { input: { readonly id: string; readonly answer: PersonAnswer }; output: Nothing }
  /** Signs in at a server that is `failed` with `unauthorized`, or anew. */
  'sign-in': { input: { readonly server: string }; output: Nothing }
  /** Deletes the stored tokens of a server. */
  'sign-out': { input: { readonly server: string }; output: Nothing }
  'set-roots': { input: { readonly roots: readonly Root[] }; output: Nothing }
  'forget-decision': { input: { readonly id: string }; output: Nothing }
  /** Without a tool: all changed tools of the server. `definition`: the one that was seen. */
  'approve-tool': {
    input: { readonly server: string; readonly tool?: string; readonly definition?: string }
    output: Nothing
  }
  'approve-skill': {
    input: { readonly server: string; readonly uri: string; readonly definition?: string }
    output: Nothing
  }
  /** Saves an operation as a test that expects what came. */
  'save-test': { input: { readonly operation: string; readonly name: string }; output: { readonly id: string } }
  'delete-test': { input: { readonly id: string }; output: Nothing }
  /** Runs tests in order; without ids, all of them. Returns at once; `tests` events tell the rest. */
  'run-tests': { input: { readonly ids?: readonly string[] }; output: Nothing }
  /** Forgets all messages and spans. */
  'clear-timeline': { input: Nothing; output: Nothing }
  'change-settings': { input: SettingsChange; output: Settings }
  /** What an app asks of its host: bound to the server of the app. */
  'app-call': {
    input: { readonly app: string; readonly tool: string; readonly args: JsonObject }
    output: { readonly result: Json }
  }
  'app-read': { input: { readonly app: string; readonly uri: string }; output: { readonly result: Json } }
  'dismiss-notice': { input: { readonly id: string }; output: Nothing }
}

export type ActionName = keyof Actions

/** The answer to an action: 200 with `ok`, or a status from 400 on with `error`. */
export type ActionReply<N extends ActionName> =
  | { readonly ok: true; readonly value: Actions[N]['output'] }
  | { readonly ok: false; readonly error: Failure }
