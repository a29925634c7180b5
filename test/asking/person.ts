import type { ConnectOptions, ElicitQuestion } from '../../packages/omniport/src/client/connect-options.js'
import type { ElicitAnswer } from '../../packages/omniport/src/protocol/model/elicitation.js'
import type { SampleParams, SampleResult } from '../../packages/omniport/src/protocol/model/sampling.js'
import type { Flat } from '../../packages/omniport/src/schema/schema.js'

/** What is said to a question: a value for the form or the model's text, or what else can be done with a form. */
export type Said = string | { readonly action: 'decline' | 'cancel' } | { readonly content: Flat }

/** Says something to a question that is heard for the `time`th time, counted from 1. */
export type Speak = (text: string, time: number) => Said | Promise<Said>

/** Who answers the questions of a server, as a person and as a model. */
export class Person {
  /** The questions, in order. */
  readonly heard: string[] = []
  #speak: Speak = inCapitals

  /** Forgets what was heard, and speaks like this from now on. */
  become(speak: Speak = inCapitals): void {
    this.#speak = speak
    this.heard.length = 0
  }

  /** What a client is given so that this one answers. */
  get handlers(): Pick<ConnectOptions, 'elicit' | 'elicitUrl' | 'sample' | 'roots'> {
    return {
      elicit: ({ message }: ElicitQuestion) => this.#fill(message),
      elicitUrl: async ({ message, url }) => {
        this.heard.push(`${message} ${url}`)
        return 'accept'
      },
      sample: (params: SampleParams) => this.#complete(params),
      roots: [{ uri: 'file:///home', name: 'home' }],
    }
  }

  async #fill(message: string): Promise<ElicitAnswer<Flat>> {
    const said = await this.#answer(message)
    if (typeof said === 'string') return { action: 'accept', content: { value: said } }
    return 'action' in said ? said : { action: 'accept', content: said.content }
  }

  async #complete({ messages }: SampleParams): Promise<SampleResult> {
    const said = await this.#answer(String(messages.map(({ content }) => textOf(content))))
    if (typeof said !== 'string') throw new TypeError('a model has no form')
    return { role: 'assistant', content: [{ type: 'text', text: said }], model: 'm' }
  }

  #answer(text: string): Said | Promise<Said> {
    this.heard.push(text)
    return this.#speak(text, this.heard.filter((each) => each === text).length)
  }
}

function inCapitals(text: string): string {
  return text.toUpperCase()
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return (content as { readonly text: string }).text // the handlers of these tests send nothing else
}
