import type { Json, JsonObject } from './values.js'

/** What one server offers. A list is undefined until it was read. Definitions are foreign text. */
export interface Catalogue {
  readonly server: string
  readonly tools?: readonly Tool[]
  readonly resources?: readonly Resource[]
  readonly templates?: readonly ResourceTemplate[]
  readonly prompts?: readonly Prompt[]
  readonly skills?: readonly Skill[]
  /** Why a list could not be read, by the name of the list. */
  readonly problems: { readonly [list: string]: string }
}

export interface Tool {
  /** On its server. */
  readonly name: string
  /** For models, unique in the host; undefined where models do not get it: it is blocked, or for apps alone. */
  readonly modelName?: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: Json
  readonly outputSchema?: Json
  readonly annotations?: JsonObject
  readonly icons?: Json
  readonly execution?: JsonObject
  readonly _meta?: JsonObject
  readonly tokens: number
  /** SHA-256 of the definition. */
  readonly definition: string
  /** `pinned`: as approved or first seen; `changed`: blocked until it is approved. */
  readonly pin: 'pinned' | 'changed'
  readonly findings: readonly Finding[]
  /** The address of its app, a user interface. */
  readonly appUri?: string
  /** True: for apps alone. */
  readonly isForApps: boolean
}

export interface Finding {
  readonly kind: string
  /** A JSON pointer into the definition. */
  readonly path: string
  readonly text: string
}

export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly size?: number
  readonly annotations?: JsonObject
  readonly icons?: Json
  readonly _meta?: JsonObject
}

export interface ResourceTemplate {
  readonly uriTemplate: string
  /** The names of its variables, in order. */
  readonly variables: readonly string[]
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly annotations?: JsonObject
  readonly icons?: Json
  readonly _meta?: JsonObject
}

export interface Prompt {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly arguments?: readonly {
    readonly name: string
    readonly title?: string
    readonly description?: string
    readonly required?: boolean
  }[]
  readonly icons?: Json
  readonly _meta?: JsonObject
}

export interface Skill {
  /** For models, unique in the host. */
  readonly name: string
  readonly uri: string
  readonly skill: string
  readonly description: string
  readonly files: readonly { readonly path: string; readonly uri: string; readonly bytes?: number }[] | 'dynamic'
  readonly bytes?: number
  readonly frontmatter: JsonObject
  readonly definition: string
  readonly tokens: number
  readonly findings: readonly Finding[]
  readonly state: 'allowed' | 'denied' | 'changed' | 'blocked' | 'undecided'
}

/** A tool that differs from its pin. */
export interface ToolChange {
  readonly server: string
  readonly tool: string
  readonly change: 'new' | 'changed' | 'removed'
  readonly definition?: string
  readonly before?: Json
  readonly after?: Json
  readonly isBlocked: boolean
  readonly findings: readonly Finding[]
}
