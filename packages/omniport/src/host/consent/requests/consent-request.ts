import type { AppPage } from '../../../client/apps/read-app.js'
import type { Root } from '../../../protocol/model/roots.js'
import type { SampleContent, SampleParams, SampleResult } from '../../../protocol/model/sampling.js'
import type { JsonSchema } from '../../../schema/schema.js'
import type { HostTool } from '../../catalogue/host-tool.js'
import type { Finding } from '../../pins/scan/finding.js'
import type { Launch } from '../../servers/settings/launch.js'
import type { HostSkill } from '../../skills/host-skill.js'

/**
 * A decision that belongs to a person, before anything happens; `type` tells the kinds apart. Texts from the server are
 * untrusted: show them as such.
 *
 * spec: specification#key-principles
 */
export type ConsentRequest =
  | StartConsent
  | CallConsent
  | SampleConsent
  | ElicitConsent
  | RootsConsent
  | SkillConsent
  | AppConsent

/**
 * Asks to start a program or connect to a URL that a config file names. The policy decides at every start; the person only if
 * no remembered decision applies.
 */
export interface StartConsent {
  readonly type: 'start'
  readonly server: string
  readonly launch: Launch
  /** The position of the entry: `mcp.json:12`. */
  readonly source?: string | undefined
  /**
   * Compares this start with remembered decisions about the server: `same` if one, of either kind, is about exactly this
   * start, `changed` if all are about others, `new` if there are none.
   */
  readonly change: 'new' | 'same' | 'changed'
  /** Dangers of the command, for people. spec: security_best_practices#local-mcp-server-compromise */
  readonly warnings: readonly string[]
}

/** Asks to let the model, or an app of the server, call a tool. spec: server/tools#user-interaction-model */
export interface CallConsent {
  readonly type: 'call'
  readonly server: string
  /** `tool.annotations` are claims of the server: do not decide by them unless you trust it. */
  readonly tool: HostTool
  /** The arguments, in full. */
  readonly args: Readonly<Record<string, unknown>>
  /** Suspicious parts of the definition. */
  readonly findings: readonly Finding[]
  /** True: a user interface of the server calls the tool, not a model. */
  readonly isFromApp?: boolean | undefined
}

/**
 * Asks to answer a sampling request. It comes twice: with the prompt, and, once the model has answered, with the `result` that
 * the server would get. The decision may contain other `params` or another `result`.
 *
 * spec: client/sampling#user-interaction-model
 */
export interface SampleConsent {
  readonly type: 'sample'
  readonly server: string
  readonly params: SampleParams
  readonly result?: SampleResult<SampleContent> | undefined
}

/** Asks to show a form or open a URL; the person's answers are requested later. spec: client/elicitation */
export interface ElicitConsent {
  readonly type: 'elicit'
  readonly server: string
  readonly message: string
  /** The fields of a form. */
  readonly schema?: JsonSchema | undefined
  /** The whole URL of a page; nothing has been fetched from it. */
  readonly url?: string | undefined
}

/** Asks to tell the server these roots. spec: client/roots#security-considerations */
export interface RootsConsent {
  readonly type: 'roots'
  readonly server: string
  readonly roots: readonly Root[]
}

/**
 * Asks to load a skill of the server: to give its instructions to a model, and then the files that they refer to. Nothing of it
 * has been read yet. The decision is bound to its frontmatter and to the URIs and digests of its files; an approval of a skill
 * that is `dynamic` is not remembered.
 *
 * spec: extensions/skills#security-considerations
 */
export interface SkillConsent {
  readonly type: 'skill'
  readonly server: string
  /** `state` is `changed` if an earlier version was allowed. Name, description and frontmatter are claims of the server. */
  readonly skill: HostSkill
  /** The fields of the frontmatter that may ask for rights, such as `allowed-tools`. An approval does not grant them. */
  readonly asksFor: Readonly<Record<string, unknown>>
  /** Skills of other servers with the same name there. */
  readonly sameName: readonly Pick<HostSkill, 'server' | 'uri'>[]
}

/**
 * Asks to show an app of the server: a page in a sandbox, which may do what is declared here and no more. The decision is bound to its
 * address, its text and what it declares.
 *
 * spec: SEP-1865#security-implications
 */
export interface AppConsent {
  readonly type: 'app'
  readonly server: string
  /** The tool that the app belongs to. */
  readonly tool: HostTool
  /** The app without its text, which is `bytes` long in UTF-8. */
  readonly app: Omit<AppPage, 'html'> & { readonly bytes: number }
}
