import type { Logger } from '../../packages/omniport/src/async/runtime/logger.js'

/** A logger that keeps what it was told. */
export interface RecordingLogger extends Logger {
  readonly errors: { readonly message: string; readonly error?: unknown; readonly id?: string | undefined }[]
  readonly warnings: string[]
}

/** Creates a logger that was told nothing yet. */
export function createRecordingLogger(): RecordingLogger {
  const errors: RecordingLogger['errors'] = []
  const warnings: string[] = []
  return {
    errors,
    warnings,
    error: (message, details) => void errors.push({ message, ...details }),
    warn: (message) => void warnings.push(message),
  }
}
