import { isSuspended } from './suspended.js'

interface ProcessLike {
  on?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
  listenerCount?(event: 'unhandledRejection'): number
  readonly execArgv?: readonly string[]
  readonly env?: { readonly NODE_OPTIONS?: string }
}

let isInstalled = false

/**
 * Keeps a process alive when an unhandled rejection only says that a call waits for answers. A handler may start two
 * branches and await them in turn; when the first is suspended nobody awaits the second, which is fine. Other unhandled
 * rejections end the process as before, unless somebody listens, or the process has another mode for them.
 */
export function ignoreSuspensionRejections(): void {
  if (isInstalled) return
  isInstalled = true
  const processLike = Reflect.get(globalThis, 'process') as unknown as ProcessLike | undefined // runtimes differ here, so each member is checked before use
  processLike?.on?.('unhandledRejection', (reason) => {
    if (!isSuspended(reason) && processLike.listenerCount?.('unhandledRejection') === 1 && hasDefaultMode(processLike))
      throw reason
  })
}

function hasDefaultMode({ execArgv = [], env }: ProcessLike): boolean {
  return ![...execArgv, env?.NODE_OPTIONS ?? ''].some((option) => option.includes('--unhandled-rejections'))
}
