import type { Root } from '../../../protocol/model/roots.js'
import type { SampleContent, SampleParams, SampleResult } from '../../../protocol/model/sampling.js'
import type { JsonSchema } from '../../../schema/schema.js'
import type { HostTool } from '../../catalogue/host-tool.js'
import type { Finding } from '../../pins/scan/finding.js'
import type { Launch } from '../../servers/settings/launch.js'

/**
 * What a person is the one to decide, before it happens. `type` tells the kinds apart. All that came from a server is in the
 * words of that server, which is not trusted: show it as such.
 *
 * spec: specification#key-principles
 */
export type ConsentRequest = StartConsent | CallConsent | SampleConsent | ElicitConsent | RootsConsent

/**
 * May this program be started, or this address be connected to? It is about what a config file names. The policy is asked at every
 * start, and a person where what is remembered does not answer.
 */
export interface StartConsent {
  readonly type: 'start'
  readonly server: string
  readonly launch: Launch
  /** Where the entry stands: `mcp.json:12`. */
  readonly source?: string | undefined
  /**
   * Against what is remembered of starts of this server: `same` where an answer, whichever it was, holds for exactly this one,
   * `changed` where all answers are about other ones, `new` where there are none.
   */
  readonly change: 'new' | 'same' | 'changed'
  /** What is dangerous about the command, in words for people. spec: security_best_practices#local-mcp-server-compromise */
  readonly warnings: readonly string[]
}

/** May the model call this tool? spec: server/tools#user-interaction-model */
export interface CallConsent {
  readonly type: 'call'
  readonly server: string
  /** `tool.annotations` are what the server says of itself: nothing may be decided on them unless it is trusted. */
  readonly tool: HostTool
  /** In full. */
  readonly args: Readonly<Record<string, unknown>>
  /** What is suspicious about the definition. */
  readonly findings: readonly Finding[]
}

/**
 * May the server have this of a model? Asked twice: with the prompt, and, once the model has answered, with the `result` that
 * the server would see. The answer may hold other `params`, or another `result`.
 *
 * spec: client/sampling#user-interaction-model
 */
export interface SampleConsent {
  readonly type: 'sample'
  readonly server: string
  readonly params: SampleParams
  readonly result?: SampleResult<SampleContent> | undefined
}

/** May the server put this form, or this page, before the person? What they answer is asked after this. spec: client/elicitation */
export interface ElicitConsent {
  readonly type: 'elicit'
  readonly server: string
  readonly message: string
  /** Of a form. */
  readonly schema?: JsonSchema | undefined
  /** Of a page, in full; nothing has been fetched from it. */
  readonly url?: string | undefined
}

/** May the server know these roots? spec: client/roots#security-considerations */
export interface RootsConsent {
  readonly type: 'roots'
  readonly server: string
  readonly roots: readonly Root[]
}
