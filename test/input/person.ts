import type {
  AnswerContext,
  ConnectOptions,
  ElicitQuestion,
} from '../../packages/omniport/src/client/connect-options.js'
import type { ElicitAnswer } from '../../packages/omniport/src/protocol/model/elicitation.js'
import type { SampleContent, SampleParams, SampleResult } from '../../packages/omniport/src/protocol/model/sampling.js'
import type { FormValues } from '../../packages/omniport/src/schema/schema.js'

/** What is said to a question: a value for the form or the model's text, or what else can be done with a form. */
export type Said = string | { readonly action: 'decline' | 'cancel' } | { readonly content: FormValues }

/** Says something to a question that is heard for the `time`th time, counted from 1. */
export type Speak = (text: string, time: number) => Said | Promise<Said>

/** Who answers the questions of a server, as a person and as a model. */
export class Person {
  /** The questions, in order; `again: ` goes before one that was answered in a way that does not fit. */
  readonly received: string[] = []
  /** Of the questions, as long as they matter to anybody. */
  readonly signals: AbortSignal[] = []
  /** Called when there is a question. */
  onAsked: () => void = () => {}
  #speak: Speak = inCapitals

  /** Forgets what was heard, and speaks like this from now on. */
  become(speak: Speak = inCapitals): void {
    this.#speak = speak
    this.received.length = 0
    this.signals.length = 0
  }

  /** What a client is given so that this one answers. */
  get handlers(): Pick<ConnectOptions, 'elicit' | 'elicitUrl' | 'sample' | 'roots'> {
    return {
      elicit: ({ message }: ElicitQuestion, ctx) => this.#fill(message, ctx),
      elicitUrl: async ({ message, url }) => {
        this.received.push(`${message} ${url}`)
        return 'accept' as const
      },
      sample: (params: SampleParams, ctx) => this.#complete(params, ctx),
      roots: [{ uri: 'file:///home', name: 'home' }],
    }
  }

  async #fill(message: string, ctx: AnswerContext): Promise<ElicitAnswer<FormValues>> {
    const reported = await this.#answer(message, ctx)
    if (typeof reported === 'string') return { action: 'accept', content: { value: reported } }
    return 'action' in reported ? reported : { action: 'accept', content: reported.content }
  }

  async #complete({ messages }: SampleParams, ctx: AnswerContext): Promise<SampleResult> {
    const reported = await this.#answer(messages.map(({ content }) => textOf(content)).join(), ctx)
    if (typeof reported !== 'string') throw new TypeError('a model has no form')
    return { role: 'assistant', content: [{ type: 'text', text: reported }], model: 'm' }
  }

  #answer(asked: string, { signal }: AnswerContext): Said | Promise<Said> {
    const [, text = asked] = /^Please check: .+\n\n(.+)$/s.exec(asked) ?? []
    this.received.push(text === asked ? text : `again: ${text}`)
    this.signals.push(signal)
    this.onAsked()
    return this.#speak(text, this.received.filter((each) => each.replace('again: ', '') === text).length)
  }
}

function inCapitals(text: string): string {
  return text.toUpperCase()
}

function textOf(content: SampleParams['messages'][number]['content']): string {
  if (typeof content === 'string') return content
  const blocks: readonly SampleContent[] = Array.isArray(content) ? content : [content as SampleContent]
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
}
