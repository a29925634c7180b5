import type { Prompts } from './prompts.js'

/** The same, where every question is also over when the signal aborts. Nothing is shown from then on. */
export function withSignal(prompts: Prompts, signal: AbortSignal): Prompts {
  const joined = <Q extends { readonly signal?: AbortSignal | undefined }>(question: Q): Q => ({
    ...question,
    signal: question.signal === undefined ? signal : AbortSignal.any([question.signal, signal]),
  })
  return {
    select: (question) => prompts.select(joined(question)),
    multiselect: (question) => prompts.multiselect(joined(question)),
    text: (question) => prompts.text(joined(question)),
    confirm: (question) => prompts.confirm(joined(question)),
    note: async (title, text) => {
      signal.throwIfAborted()
      await prompts.note(title, text)
    },
    say: async (tone, text) => {
      signal.throwIfAborted()
      await prompts.say(tone, text)
    },
  }
}
