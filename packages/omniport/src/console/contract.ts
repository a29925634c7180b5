/**
 * The interface between the page of the console and its server. Types only: both sides import this file, and it imports nothing.
 *
 * Every request goes to `/api/1/…` of the page's own origin with the header `x-omniport-token`. The token is in the fragment of
 * the address that the command opens (`#token=…`); the page moves it to `sessionStorage` and removes it from the address. There
 * are no cookies. Without a valid token each answer is 401; the page then asks for the address that the command printed.
 *
 * | request                                  | answer                                                                     |
 * | ---------------------------------------- | -------------------------------------------------------------------------- |
 * | `GET /api/1/state`                       | `ConsoleState`: everything the page shows at first, and the cursor          |
 * | `GET /api/1/events?after=<cursor>`       | newline-delimited JSON, one `StreamLine` each, until the page ends it       |
 * | `GET /api/1/messages?after=<seq>&limit=` | `MessagePage`: records in order, at most 5,000                              |
 * | `GET /api/1/messages?before=<seq>&limit=`| `MessagePage`: those before a record, in order too                          |
 * | `GET /api/1/messages/<seq>`              | `MessageDetail`; `?whole=1` returns the content in full                     |
 * | `GET /api/1/operations/<id>`             | `Operation` with its whole result                                           |
 * | `GET /api/1/spans/<id>`                  | `SpanDetail`                                                                |
 * | `GET /api/1/export?format=…`             | a download: `recording` (the format of `omniport tap`), with `&server=` one server alone; `tests` (saved calls); `audit` |
 * | `POST /api/1/actions/<name>`             | `ActionReply<name>`; the body is `Actions[name]['input']`                   |
 *
 * A reload reads the state again. A cut stream is continued with `after=` the last cursor: nothing is lost, or the first line
 * is a `gap`, after which the page reads the state again.
 */

/** Differs where the two sides no longer understand each other: the page then asks to be loaded again. */
export type ContractVersion = 1

/** The header that carries the token. */
export type TokenHeader = 'x-omniport-token'

/** Milliseconds since 1970. */
export type Time = number

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** A JSON object. */
export type JsonObject = { readonly [name: string]: Json }

export type Revision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28'

/* ───────────────────────────── Stream ───────────────────────────── */

/** One line of the event stream. */
export type StreamLine =
  /** The first line. A `session` other than the state's means that the command was started anew: read the state again. */
  | { readonly type: 'hello'; readonly version: ContractVersion; readonly session: string; readonly cursor: number }
  /** Events between the given cursor and the next one are lost: read the state again. The stream goes on. */
  | { readonly type: 'gap'; readonly cursor: number }
  /** Every 15 s without an event. */
  | { readonly type: 'beat'; readonly cursor: number }
  | { readonly type: 'event'; readonly cursor: number; readonly event: ConsoleEvent }

export type ConsoleEvent =
  /** The whole list of servers: one was added, removed or reordered. */
  | { readonly type: 'servers'; readonly servers: readonly Server[] }
  /** One server changed; replaces the one of that name. */
  | { readonly type: 'server'; readonly server: Server }
  /** The whole catalogue of one server; replaces it. */
  | { readonly type: 'catalogue'; readonly catalogue: Catalogue }
  /** Lines that servers logged or wrote to stderr, oldest first. */
  | { readonly type: 'lines'; readonly lines: readonly ServerLine[] }
  /** New messages, in order, at most 500. */
  | { readonly type: 'messages'; readonly records: readonly MessageRecord[] }
  /** Messages before `firstSeq` are not there any more. */
  | { readonly type: 'messages-dropped'; readonly firstSeq: number }
  /** New or changed spans; replace those of the same id. */
  | { readonly type: 'spans'; readonly spans: readonly Span[] }
  /** A call, read or other work of the page started, progressed or ended. Large results are left out: see `Operation.result`. */
  | { readonly type: 'operation'; readonly operation: Operation }
  | { readonly type: 'operations-dropped'; readonly ids: readonly string[] }
  /** Somebody is asked, or a request was changed. */
  | { readonly type: 'request'; readonly request: PersonRequest }
  /** The request was answered, here or in another tab, or is not needed any more. */
  | { readonly type: 'request-ended'; readonly id: string; readonly reason: RequestEnd }
  | { readonly type: 'decisions'; readonly decisions: readonly Decision[] }
  | { readonly type: 'audit'; readonly records: readonly AuditRecord[] }
  | { readonly type: 'changes'; readonly changes: readonly ToolChange[] }
  | { readonly type: 'subscription'; readonly subscription: Subscription }
  | { readonly type: 'subscription-ended'; readonly id: string; readonly reason?: string }
  | { readonly type: 'tests'; readonly tests: readonly SavedTest[] }
  | { readonly type: 'roots'; readonly roots: readonly Root[] }
  | { readonly type: 'settings'; readonly settings: Settings }
  | { readonly type: 'sign-in'; readonly signIn: SignIn }
  /** Something to tell the person that belongs to no call. */
  | { readonly type: 'notice'; readonly notice: Notice }
  /** The command ends. */
  | { readonly type: 'closing' }

export interface ConsoleState {
  readonly version: ContractVersion
  /** Of the command `omniport`. */
  readonly release: string
  /** Different for each start of the command. */
  readonly session: string
  /** Continue the event stream after this. */
  readonly cursor: number
  readonly startedAt: Time
  readonly servers: readonly Server[]
  readonly catalogues: readonly Catalogue[]
  /** The last 1,000 of all servers. */
  readonly lines: readonly ServerLine[]
  readonly messages: { readonly firstSeq: number; readonly lastSeq: number; readonly bytes: number }
  /** Of the last 2,000 spans. */
  readonly spans: readonly Span[]
  /** History, oldest first, at most 500. */
  readonly operations: readonly Operation[]
  readonly requests: readonly PersonRequest[]
  readonly decisions: readonly Decision[]
  /** The last 1,000. */
  readonly audit: readonly AuditRecord[]
  readonly changes: readonly ToolChange[]
  readonly subscriptions: readonly Subscription[]
  readonly tests: readonly SavedTest[]
  readonly roots: readonly Root[]
  readonly signIns: readonly SignIn[]
  readonly notices: readonly Notice[]
  readonly settings: Settings
  /** The origin that serves the sandbox of apps; undefined: apps cannot be shown. */
  readonly sandboxUrl?: string
  /** True: the command was started on the example servers. */
  readonly isTour: boolean
  /** Where configured servers come from, for the empty state: paths of files that were read. */
  readonly configFiles: readonly string[]
}

export interface Notice {
  readonly id: string
  readonly at: Time
  readonly tone: 'info' | 'warning' | 'error'
  readonly server?: string
  readonly text: string
}

/* ───────────────────────────── Servers ───────────────────────────── */

export type ServerState =
  | 'idle'
  | 'starting'
  | 'ready'
  | 'unresponsive'
  | 'lost'
  | 'failed'
  | 'denied'
  | 'invalid'
  | 'disabled'
  | 'stopped'

export interface Server {
  readonly name: string
  readonly state: ServerState
  /** True while a sign-in of this server waits for the person. */
  readonly isSigningIn: boolean
  /** Why it is in this state. Foreign text may be in it. */
  readonly reason?: string
  /** Error code of a failed or denied server: `unauthorized`, `spawn_failed`, `timeout`, … */
  readonly code?: string
  /** What to do about it, in plain sentences. */
  readonly advice?: readonly string[]
  readonly since: Time
  /** The next attempt of a failed server. */
  readonly retryAt?: Time
  readonly transport: 'stdio' | 'http' | 'program'
  /** The command line or the address, without secrets. */
  readonly launch: string
  /** Names of variables or headers that it gets. */
  readonly launchNames: readonly string[]
  readonly cwd?: string
  /** The position of its entry: `mcp.json:12`. */
  readonly source?: string
  /** True: added in the console, gone with it. */
  readonly isAdded: boolean
  readonly revision?: Revision
  /** Chosen for it; undefined: negotiated. */
  readonly chosenRevision?: Revision
  /** The server's words about itself. */
  readonly info?: { readonly name: string; readonly version: string; readonly title?: string; readonly icons?: Json }
  readonly instructions?: string
  readonly capabilities?: JsonObject
  readonly pid?: number
  /** Estimated tokens of a model's context that its tools take. */
  readonly tokens: number
  readonly counts: {
    readonly tools?: number
    readonly prompts?: number
    readonly resources?: number
    readonly templates?: number
    readonly skills?: number
  }
  readonly faults: Faults
}

/** A line that a server wrote to stderr, or a log message. */
export interface ServerLine {
  /** Counts from 1 over all servers. */
  readonly seq: number
  readonly at: Time
  readonly server: string
  readonly from: 'stderr' | 'log'
  /** Of a log message. */
  readonly level?: string
  readonly logger?: string
  /** At most 8 KiB. */
  readonly text: string
}

/** Switches that disturb what passes on a connection. All off: nothing is disturbed. */
export interface Faults {
  /** Each message waits this long, in both directions; 0: off. At most 60,000. */
  readonly delayMs: number
  /** Cuts the connection once `cutAfter` more messages of the server have passed; undefined: off. */
  readonly cutAfter?: number
  /** Each notification of the server and each response arrives twice. */
  readonly duplicate: boolean
  /** Nothing of the server arrives until this is switched off. */
  readonly stall: boolean
  /** HTTP: requests are answered with 401 by the console. */
  readonly unauthorized: boolean
  /** HTTP, legacy: requests with a session are answered with 404, as if the session had expired; switches itself off. */
  readonly expiredSession: boolean
}

/** Which switches make sense for the transport is up to the page: `unauthorized` and `expiredSession` need HTTP. */
export type FaultChange = { readonly [K in keyof Faults]?: Faults[K] | null }

/* ──────────────────────────── Catalogue ─────────────────────────── */

/** What one server offers. A list is undefined until it was read. Definitions are foreign text. */
export interface Catalogue {
  readonly server: string
  readonly tools?: readonly Tool[]
  readonly resources?: readonly Resource[]
  readonly templates?: readonly ResourceTemplate[]
  readonly prompts?: readonly Prompt[]
  readonly skills?: readonly Skill[]
  /** Why a list could not be read, by the name of the list. */
  readonly problems: { readonly [list: string]: string }
}

export interface Tool {
  /** On its server. */
  readonly name: string
  /** For models, unique in the host; undefined where models do not get it: it is blocked, or for apps alone. */
  readonly modelName?: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: Json
  readonly outputSchema?: Json
  readonly annotations?: JsonObject
  readonly icons?: Json
  readonly execution?: JsonObject
  readonly _meta?: JsonObject
  readonly tokens: number
  /** SHA-256 of the definition. */
  readonly definition: string
  /** `pinned`: as approved or first seen; `changed`: blocked until it is approved. */
  readonly pin: 'pinned' | 'changed'
  readonly findings: readonly Finding[]
  /** The address of its app, a user interface. */
  readonly appUri?: string
  /** True: for apps alone. */
  readonly isForApps: boolean
}

export interface Finding {
  readonly kind: string
  /** A JSON pointer into the definition. */
  readonly path: string
  readonly text: string
}

export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly size?: number
  readonly annotations?: JsonObject
  readonly icons?: Json
  readonly _meta?: JsonObject
}

export interface ResourceTemplate {
  readonly uriTemplate: string
  /** The names of its variables, in order. */
  readonly variables: readonly string[]
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly annotations?: JsonObject
  readonly icons?: Json
  readonly _meta?: JsonObject
}

export interface Prompt {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly arguments?: readonly {
    readonly name: string
    readonly title?: string
    readonly description?: string
    readonly required?: boolean
  }[]
  readonly icons?: Json
  readonly _meta?: JsonObject
}

export interface Skill {
  /** For models, unique in the host. */
  readonly name: string
  readonly uri: string
  readonly skill: string
  readonly description: string
  readonly files: readonly { readonly path: string; readonly uri: string; readonly bytes?: number }[] | 'dynamic'
  readonly bytes?: number
  readonly frontmatter: JsonObject
  readonly definition: string
  readonly tokens: number
  readonly findings: readonly Finding[]
  readonly state: 'allowed' | 'denied' | 'changed' | 'blocked' | 'undecided'
}

/** A tool that differs from its pin. */
export interface ToolChange {
  readonly server: string
  readonly tool: string
  readonly change: 'new' | 'changed' | 'removed'
  readonly definition?: string
  readonly before?: Json
  readonly after?: Json
  readonly isBlocked: boolean
  readonly findings: readonly Finding[]
}

/* ─────────────────────────── Operations ─────────────────────────── */

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
  readonly fromApp?: boolean
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

/* ────────────────────── Requests to the person ───────────────────── */

export type RequestEnd = 'answered' | 'cancelled' | 'expired' | 'superseded'

interface PersonRequestBase {
  readonly id: string
  readonly at: Time
  /** The server that asks, or that it is about. */
  readonly server: string
  /** The operation that it belongs to, if that is known. */
  readonly operation?: string
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

/* ──────────────────────────── Permissions ────────────────────────── */

export interface Decision {
  readonly id: string
  readonly type: 'start' | 'call' | 'sample' | 'elicit' | 'roots' | 'skill' | 'app'
  readonly server: string
  readonly subject: string
  readonly answer: 'allow' | 'deny'
  readonly scope: 'session' | 'always'
  readonly at: Time
  readonly until?: Time
}

/** A record of the audit log: `seq`, `at`, `type`, and what it is about. Secrets are `***`. */
export type AuditRecord = JsonObject & { readonly seq: number; readonly at: Time; readonly type: string }

export interface Root {
  readonly uri: string
  readonly name?: string
}

/* ────────────────────────────── Timeline ─────────────────────────── */

/**
 * One line of the timeline, small enough for 100,000 of them. Texts are at most 200 characters.
 */
export interface MessageRecord {
  /** Counts from 1 without gaps. */
  readonly seq: number
  readonly at: Time
  readonly server: string
  /** Counts the connections of the server from 1. Over HTTP it is a session. */
  readonly connection: number
  /** Over HTTP: the request that it belongs to, counted from 1. */
  readonly exchange?: number
  readonly transport: 'stdio' | 'http' | 'memory'
  readonly from: 'client' | 'server'
  /** `http`: the start of a request or a response without a message. `event`: the start, the end or a fault of a connection. */
  readonly kind: 'request' | 'response' | 'error' | 'notification' | 'http' | 'stderr' | 'event' | 'other'
  /** Of a request or notification, and of the request that a response answers. */
  readonly method?: string
  /** A JSON-RPC id as JSON text. */
  readonly id?: string
  /** The tool, prompt, resource or level that it is about. */
  readonly name?: string
  readonly span?: string
  /** The length of the content in bytes, without its frame. */
  readonly bytes: number
  /** Of an HTTP response. */
  readonly status?: number
  /** `POST /mcp`, of an HTTP request. */
  readonly requestLine?: string
  /** Milliseconds since its request, of a response. */
  readonly ms?: number
  /** True: an error, a result with `isError`, a status from 400 on, or a broken connection. */
  readonly isFailure: boolean
  /** A few words on the content: the message of an error, the text of stderr, the arguments in short. */
  readonly summary?: string
  /** True: of OAuth, not of MCP. */
  readonly isAuth?: boolean
}

export interface MessagePage {
  readonly records: readonly MessageRecord[]
  /** The first message that is still there. */
  readonly firstSeq: number
  readonly lastSeq: number
}

export interface MessageDetail {
  readonly record: MessageRecord
  /** Over HTTP: what belongs to the head of the request or of the response. Secrets are replaced by marks. */
  readonly http?: {
    readonly method?: string
    readonly path?: string
    readonly status?: number
    readonly headers?: { readonly [name: string]: string }
  }
  /** The content, if it is JSON and not cut. */
  readonly message?: Json
  /** The content, if it is other text, and the start of one that is cut. */
  readonly text?: string
  readonly base64?: string
  /** True: `text` has the first 65,536 characters; `?whole=1` returns all of it, if `isGone` is not set. */
  readonly isCut?: boolean
  /** True: too long to be recorded in full. */
  readonly isGone?: boolean
  /** The other messages of the same exchange or with the same id. */
  readonly related: readonly number[]
}

/** Something that took time: bars of the lanes. */
export interface Span {
  readonly id: string
  readonly server: string
  /** `call`: work of the page; `request`: one JSON-RPC request and its answer, in either direction; `asking`: the person. */
  readonly kind: 'connect' | 'call' | 'request' | 'round-trip' | 'task' | 'asking' | 'sign-in'
  readonly parent?: string
  readonly title: string
  readonly from: 'client' | 'server'
  readonly start: Time
  /** Undefined: it goes on. */
  readonly end?: Time
  readonly outcome?: 'ok' | 'tool-error' | 'error' | 'cancelled' | 'denied'
  readonly operation?: string
  /** The first and the last message. */
  readonly firstSeq?: number
  readonly lastSeq?: number
}

export interface SpanDetail {
  readonly span: Span
  readonly children: readonly Span[]
  readonly messages: readonly MessageRecord[]
}

/* ────────────────────────────── Settings ─────────────────────────── */

export interface Settings {
  /** `never`: pressing Call is consent enough; calls of apps are asked about all the same. Default: `never`. */
  readonly confirmCalls: 'always' | 'never'
  /** `ask`: the person reviews prompt and answer of each sampling request. */
  readonly reviewSampling: 'always' | 'never'
  /** Time limit of operations without one. */
  readonly timeoutMs: number
  /** The level that servers are asked to log; undefined: theirs. */
  readonly logLevel?: 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'
  /** The model that answers sampling; undefined: the person writes the answers. */
  readonly model?: { readonly url: string; readonly name: string }
  /** True: the console keeps a recording of everything, on disk until it ends. Always true at present. */
  readonly isRecording: boolean
}

export type SettingsChange = {
  readonly confirmCalls?: Settings['confirmCalls']
  readonly reviewSampling?: Settings['reviewSampling']
  readonly timeoutMs?: number
  readonly logLevel?: Settings['logLevel'] | null
}

/* ────────────────────────────── Actions ──────────────────────────── */

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
