import type { Choice } from '../screen/prompts.js'
import type { Screen } from '../screen/screen.js'

/** A menu that comes back after each thing that was done, until it is left. Its choices are read anew each time that it is shown. */
export async function menu<T>(
  screen: Screen,
  options: {
    readonly message: string
    readonly choices: () => readonly Choice<T>[]
    readonly act: (chosen: T) => Promise<void>
  },
): Promise<void> {
  for (;;) {
    const chosen = await screen.select<T | typeof leave>(() => ({
      message: options.message,
      options: [...options.choices(), { value: leave, label: 'Back' }],
    }))
    if (chosen === undefined || chosen === leave) return
    await options.act(chosen)
  }
}

const leave = Symbol('leave')
