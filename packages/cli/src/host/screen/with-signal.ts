import type { Prompts } from './prompts.js'

/** The same, where every question is also over when the signal aborts. Nothing is shown from then on. */
export function withSignal(prompts: Prompts, signal: AbortSignal): Prompts {
  const joined = <Q extends { readonly signal?: AbortSignal | undefined }>(prompt: Q): Q => ({
    ...prompt,
    signal: prompt.signal === undefined ? signal : AbortSignal.any([prompt.signal, signal]),
  })
  return {
    select: (prompt) => prompts.select(joined(prompt)),
    multiselect: (prompt) => prompts.multiselect(joined(prompt)),
    text: (prompt) => prompts.text(joined(prompt)),
    confirm: (prompt) => prompts.confirm(joined(prompt)),
    note: async (title, text) => {
      signal.throwIfAborted()
      await prompts.note(title, text)
    },
    print: async (tone, text) => {
      signal.throwIfAborted()
      await prompts.print(tone, text)
    },
  }
}
