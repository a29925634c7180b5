import type { AskInput } from 'omniport/host'
import type { Io } from '../io.js'

/** Asks whoever sits at the terminal for a value that a config file wants; undefined where nobody does. */
export function createInputPrompt({ terminal }: Pick<Io, 'terminal'>): AskInput | undefined {
  if (terminal === undefined) return undefined
  return async (request) => {
    // What draws at a terminal is loaded for nobody else.
    const [{ askInput }, { ClackTerminal }] = await Promise.all([
      import('../host/asking/ask-input.js'),
      import('../host/screen/clack-terminal.js'),
    ])
    return askInput(new ClackTerminal(terminal), request)
  }
}
