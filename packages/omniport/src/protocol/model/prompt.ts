import type { Icon } from '../exchange/peer.js'
import type { Role } from './annotations.js'
import type { Binary, Content } from './content.js'
import type { Meta } from './meta.js'

/** A prompt as `prompts/list` returns it. spec: server/prompts#prompt */
export interface Prompt {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly arguments?: readonly PromptArgument[] | undefined
  readonly icons?: readonly Icon[] | undefined
  readonly _meta?: Meta | undefined
}

/** An argument of a prompt: always a string on the wire. */
export interface PromptArgument {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** Default: false. */
  readonly required?: boolean | undefined
}

/** One message of a prompt; a string stands for a block of text. spec: server/prompts#promptmessage */
export interface PromptMessage {
  readonly role: Role
  readonly content: string | Content
}

/** A message of a prompt as it travels. */
export interface WirePromptMessage<B extends Binary = string> {
  readonly role: Role
  readonly content: Content<B>
}
