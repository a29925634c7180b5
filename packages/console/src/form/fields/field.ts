import type { JsonPath } from '../../json/json-node.js'

/** `json` is whatever has no better field: it is edited as JSON text, and `reason` says why. */
export type FieldKind =
  | 'text'
  | 'file'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'object'
  | 'list'
  | 'union'
  | 'constant'
  | 'json'

/** One field of a form: where its value is, what is there now, and how it is edited. */
export interface Field {
  readonly kind: FieldKind
  readonly path: JsonPath
  /** Different for each path, and the same as long as the path is. */
  readonly key: string
  readonly label: string
  /** The type and its bounds in words. */
  readonly type: string
  readonly description?: string | undefined
  readonly isRequired: boolean
  /** Whether the value has it. What is absent is not sent. */
  readonly isPresent: boolean
  readonly isNullable: boolean
  readonly isNull: boolean
  /** As it stands in an input: the text of a string, the digits of a number, else JSON. */
  readonly text: string
  readonly placeholder: string
  /** JSON text to begin with when it is added. */
  readonly start: string
  /** Of `choice` and `choices`. */
  readonly options: readonly FieldOption[]
  /** The indexes of the options that are chosen. */
  readonly selected: readonly number[]
  /** Of `object` its members, of `list` its items, of `union` the field of the branch. */
  readonly children: readonly Field[]
  /** Of `union`: the names of its branches, and the one that is edited. */
  readonly branches: readonly FieldBranch[]
  readonly branch: number
  /** Of `list`: JSON text of a new item. Of `object`: of a new member. Undefined: none can be added. */
  readonly itemStart?: string | undefined
  readonly isSecret: boolean
  /** True: the schema has no such member. */
  readonly isExtra: boolean
  /** Of `file`: how its content becomes text. */
  readonly encoding?: 'base64' | 'data-url' | undefined
  readonly reason?: string | undefined
}

export interface FieldOption {
  readonly label: string
  /** The value as JSON text. */
  readonly json: string
}

export interface FieldBranch {
  readonly label: string
  readonly start: string
}
