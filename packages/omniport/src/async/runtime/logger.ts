/** Receives errors for the operator, never sent to a peer. `id` is what a peer got instead of the reason. */
export interface Logger {
  error(message: string, details: { readonly error?: unknown; readonly id?: string | undefined }): void
  warn(message: string): void
}

/** Writes to stderr, with control characters of messages escaped: a message may quote a peer, and a terminal obeys them. */
export const consoleLogger: Logger = Object.freeze({
  error: (message: string, { error, id }: { readonly error?: unknown; readonly id?: string | undefined }) => {
    const line = escapeControls(id === undefined ? message : `${message} (${id})`)
    try {
      console.error(line, ...(error === undefined ? [] : [error]))
    } catch {
      console.error(line, 'with what cannot be printed')
    }
  },
  warn: (message: string) => console.error(escapeControls(message)),
})

function escapeControls(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
