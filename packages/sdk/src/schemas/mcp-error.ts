import { ErrorCode } from './error-code.js'
import type { ElicitRequestURLParams } from './models.gen.js'

/** Marks errors of this package: a program may have it twice, as ESM and as CommonJS. */
const brand = Symbol.for('@omniport/sdk/McpError')

/** An error of a peer, or one to send to it. */
export class McpError extends Error {
  readonly code: number
  readonly data?: unknown

  static {
    Object.defineProperty(McpError.prototype, brand, { value: 'McpError' })
  }

  constructor(code: number, message: string, data?: unknown) {
    super(`MCP error ${code}: ${message}`)
    this.code = code
    this.data = data
    this.name = 'McpError'
  }

  /** Returns the error of a peer in the class that its code has. */
  static fromError(code: number, message: string, data?: unknown): McpError {
    if (code === ErrorCode.UrlElicitationRequired && data) {
      const { elicitations } = data as { elicitations?: ElicitRequestURLParams[] }
      if (elicitations) return new UrlElicitationRequiredError(elicitations, message)
    }
    return new McpError(code, message, data)
  }
}

/** Tells a client that its user has to open pages before the request can be answered. */
export class UrlElicitationRequiredError extends McpError {
  static {
    Object.defineProperty(UrlElicitationRequiredError.prototype, brand, { value: 'UrlElicitationRequiredError' })
  }

  constructor(elicitations: ElicitRequestURLParams[], message?: string) {
    const text = message ?? `URL elicitation${elicitations.length > 1 ? 's' : ''} required`
    super(ErrorCode.UrlElicitationRequired, text, { elicitations })
  }

  /** The pages to open. */
  get elicitations(): ElicitRequestURLParams[] {
    return (this.data as { elicitations?: ElicitRequestURLParams[] } | undefined)?.elicitations ?? []
  }
}

/** Both classes, as ESM and as CommonJS, know the errors of each other. */
for (const [type, names] of [
  [McpError, ['McpError', 'UrlElicitationRequiredError']],
  [UrlElicitationRequiredError, ['UrlElicitationRequiredError']],
] as const) {
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: unknown, error: unknown): boolean {
      if (this === type) return names.some((name) => name === brandOf(error))
      // A class of a program that extends it.
      return Function.prototype[Symbol.hasInstance].call(this, error)
    },
  })
}

function brandOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<symbol, unknown>)[brand] : undefined
}
