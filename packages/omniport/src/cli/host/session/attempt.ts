import { toFailure } from '../../errors/to-failure.js'
import type { ProgressContext, Screen } from '../screen/screen.js'

/** Shows progress and errors of `work`. Undefined: it failed, or the user left it. */
export async function attempt<T>(
  screen: Screen,
  message: string,
  work: (progressContext: ProgressContext) => Promise<T>,
): Promise<T | undefined> {
  const result = await screen.withProgress(message, async (progressContext) => {
    try {
      return { value: await work(progressContext) }
    } catch (reason) {
      return { reason }
    }
  })
  if (result === undefined) {
    await screen.print('warning', 'Cancelled.')
    return undefined
  }
  if ('value' in result) return result.value
  await screen.print('bad', failureText(result.reason))
  return undefined
}

function failureText(reason: unknown): string {
  const { error } = toFailure(reason)
  return error.rpcCode === undefined ? error.message : `The server answered: ${error.message} (${error.rpcCode})`
}
