/** Receives errors for the operator, never sent to a peer. `id` is what a peer got instead of the reason. */
export interface Logger {
  error(message: string, details: { readonly error?: unknown; readonly id?: string | undefined }): void
  warn(message: string): void
}

/** Writes to stderr. */
export const consoleLogger: Logger = Object.freeze({
  error: (message: string, { error, id }: { readonly error?: unknown; readonly id?: string | undefined }) => {
    const line = id === undefined ? message : `${message} (${id})`
    try {
      console.error(line, ...(error === undefined ? [] : [error]))
    } catch {
      console.error(line, 'with what cannot be printed')
    }
  },
  warn: (message: string) => console.error(message),
})
