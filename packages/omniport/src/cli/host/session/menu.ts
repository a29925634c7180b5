import type { Choice } from '../screen/prompts.js'
import type { Screen } from '../screen/screen.js'

/** Shows a menu again after each action, with current choices, until the user leaves it. */
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
