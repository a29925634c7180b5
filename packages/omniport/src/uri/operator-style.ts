import type { TemplateOperator } from './template.js'

/** The style in which one operator writes its variables: a row of the table in RFC 6570 appendix A. */
export interface OperatorStyle {
  /** Written before the first value, if there is any value. */
  readonly first: string
  /** Written between values. */
  readonly separator: string
  /** Writes a value as `name=value`. */
  readonly named: boolean
  /** Leaves reserved characters and percent escapes in a value as they are. */
  readonly keepReserved: boolean
}

const simple: OperatorStyle = { first: '', separator: ',', named: false, keepReserved: false }

/** The style of every operator. RFC 6570 appendix A. */
export const operatorStyles: Readonly<Record<TemplateOperator, OperatorStyle>> = {
  '': simple,
  '+': { ...simple, keepReserved: true },
  '#': { ...simple, first: '#', keepReserved: true },
  '.': { ...simple, first: '.', separator: '.' },
  '/': { ...simple, first: '/', separator: '/' },
  ';': { ...simple, first: ';', separator: ';', named: true },
  '?': { ...simple, first: '?', separator: '&', named: true },
  '&': { ...simple, first: '&', separator: '&', named: true },
}
