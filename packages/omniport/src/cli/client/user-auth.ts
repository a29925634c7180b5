import type { AuthOptions } from '../../entries/client.js'

/** How a person is reached who signs in. */
export interface UserAuthOptions {
  /** Gets the address to open. Default: the browser of this machine is opened. */
  readonly open?: ((url: string) => void | Promise<void>) | undefined
  /** Gets what went wrong with the file. */
  readonly onProblem: (message: string) => void
}

/** A person signs in where a server asks for it. The tokens are kept in a file of this user. */
export async function userAuth({ open, onProblem }: UserAuthOptions): Promise<AuthOptions> {
  const { createFileAuthStore } = await import('../../entries/node.js')
  const store = createFileAuthStore({ onError: ({ message }) => onProblem(message) })
  return { store, clientName: 'Omniport', ...(open !== undefined && { open }) }
}

/** What a person is told who opens an address by hand. */
export function formatSignInAddress(url: string): string {
  return `Open this address in a browser of this machine: ${url}`
}
