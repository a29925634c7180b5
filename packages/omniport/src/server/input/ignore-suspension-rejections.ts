import { isSuspended } from './suspended.js'

/** What Node, and runtimes that are like it, do with rejections that nobody handles. */
interface ProcessLike {
  on?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
  listenerCount?(event: 'unhandledRejection'): number
  readonly execArgv?: readonly string[]
  readonly env?: { readonly NODE_OPTIONS?: string }
}

let isInstalled = false

/**
 * Keeps a process alive when what rejects unhandled is only a call that waits for answers. A handler may start two branches
 * and await them in turn; when the first is suspended nobody awaits the second, and that is as it should be. What else
 * rejects unhandled ends the process as before, unless somebody listens, or another mode was chosen for it.
 */
export function ignoreSuspensionRejections(): void {
  if (isInstalled) return
  isInstalled = true
  const processLike = Reflect.get(globalThis, 'process') as unknown as ProcessLike | undefined // whatever a runtime has there, members are looked for
  processLike?.on?.('unhandledRejection', (reason) => {
    if (!isSuspended(reason) && processLike.listenerCount?.('unhandledRejection') === 1 && hasDefaultMode(processLike))
      throw reason
  })
}

function hasDefaultMode({ execArgv = [], env }: ProcessLike): boolean {
  return ![...execArgv, env?.NODE_OPTIONS ?? ''].some((option) => option.includes('--unhandled-rejections'))
}
