import type { AuthOptions } from '../../entries/client.js'

export interface UserAuthOptions {
  /** Receives the address to open. Default: the browser of this machine opens it. */
  readonly open?: ((url: string) => void | Promise<void>) | undefined
  /** Receives problems of the token file. */
  readonly onProblem: (message: string) => void
}

/** A user signs in where a server requires it; the tokens are stored in a file of that user. */
export async function userAuth({ open, onProblem }: UserAuthOptions): Promise<AuthOptions> {
  const { createFileAuthStore } = await import('../../entries/node.js')
  const store = createFileAuthStore({ onError: ({ message }) => onProblem(message) })
  return { store, clientName, ...(open !== undefined && { open }) }
}

/** The name of this client where a user agrees to a sign-in. */
export const clientName = 'Omniport'

export function formatSignInAddress(url: string): string {
  return `Open this address in a browser of this machine: ${url}`
}
