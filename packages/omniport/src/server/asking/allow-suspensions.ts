import { isSuspended } from '../definitions/suspended.js'

/** What Node, and runtimes that are like it, do with rejections that nobody handles. */
interface Host {
  on?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
  listenerCount?(event: 'unhandledRejection'): number
  readonly execArgv?: readonly string[]
  readonly env?: { readonly NODE_OPTIONS?: string }
}

let isAllowed = false

/**
 * Keeps a process alive when what rejects unhandled is only a call that waits for answers. A handler may start two branches
 * and await them in turn; when the first is suspended nobody awaits the second, and that is as it should be. What else
 * rejects unhandled ends the process as before, unless somebody listens, or another mode was chosen for it.
 */
export function allowSuspensions(): void {
  if (isAllowed) return
  isAllowed = true
  const host = Reflect.get(globalThis, 'process') as unknown as Host | undefined // whatever a runtime has there, members are looked for
  host?.on?.('unhandledRejection', (reason) => {
    if (!isSuspended(reason) && host.listenerCount?.('unhandledRejection') === 1 && hasDefaultMode(host)) throw reason
  })
}

function hasDefaultMode({ execArgv = [], env }: Host): boolean {
  return ![...execArgv, env?.NODE_OPTIONS ?? ''].some((option) => option.includes('--unhandled-rejections'))
}
