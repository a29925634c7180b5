import ts from 'typescript6'
import { type Revision, revisions } from '../../wire/revisions.js'

/** One call of `verifiesIn`: what it verifies, and the revisions in which its test runs. */
export interface RevisionClaim {
  readonly ids: readonly string[]
  readonly revisions: readonly Revision[]
  readonly line: number
  /** Why the revisions cannot be read, or are not believed: then there are none. */
  readonly problem?: string
}

/**
 * Reads the calls of `verifiesIn` in the text of a test. The revision is a literal that the test uses elsewhere too, or a parameter of
 * a table (`test.each`, `describe.each`) that is used for something else: what a test claims of a revision it also does there.
 */
export function readRevisionClaims(path: string, text: string): readonly RevisionClaim[] {
  if (!text.includes('verifiesIn(')) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const claims: RevisionClaim[] = []
  const visit = (node: ts.Node): void => {
    if (isClaim(node)) claims.push(toClaim(node, file))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return claims
}

function isClaim(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'verifiesIn'
}

function toClaim(call: ts.CallExpression, file: ts.SourceFile): RevisionClaim {
  const [revision, ...rest] = call.arguments
  const ids = rest.flatMap((each) => (ts.isStringLiteral(each) ? [each.text] : []))
  const line = file.getLineAndCharacterOfPosition(call.getStart(file)).line + 1
  const found = revision === undefined ? 'says no revision' : revisionsOf(revision)
  return typeof found === 'string' ? { ids, revisions: [], line, problem: found } : { ids, revisions: found, line }
}

/** The revisions, or what is wrong with them. */
function revisionsOf(revision: ts.Expression): readonly Revision[] | string {
  if (ts.isStringLiteral(revision)) return literalRevision(revision)
  if (!ts.isIdentifier(revision)) return 'the revision is neither a literal nor a parameter'
  const binding = bindingOf(revision)
  if (binding === undefined) return `${revision.text} is no parameter of a table`
  if (!isUsed(binding.callback, (node) => ts.isIdentifier(node) && node.text === revision.text && isValue(node)))
    return `${revision.text} is used for nothing else`
  const rows = rowsOf(binding.table)
  const cells = rows?.map((row) => binding.cellOf(row)) ?? []
  const found = revisions.filter((each) => cells.includes(each))
  const isComplete = cells.length > 0 && cells.every((cell) => found.some((each) => each === cell))
  return isComplete ? found : `the table of ${revision.text} cannot be read`
}

function literalRevision(revision: ts.StringLiteral): readonly Revision[] | string {
  const found = revisions.filter((each) => each === revision.text)
  if (found.length === 0) return `${revision.text} is no revision`
  const test = ts.findAncestor(revision, (node) => ts.isCallExpression(node) && isTestCall(node))
  const isSame = (node: ts.Node) => ts.isStringLiteral(node) && node.text === revision.text
  return test !== undefined && isUsed(test, isSame) ? found : `${revision.text} is used for nothing else`
}

/** Whether something that is no part of a claim is such a node. */
function isUsed(node: ts.Node, isWanted: (node: ts.Node) => boolean): boolean {
  if (isClaim(node)) return false
  return isWanted(node) || (ts.forEachChild(node, (child) => isUsed(child, isWanted) || undefined) ?? false)
}

/** Given to something: not the name of a parameter, of a property or of what is declared, and not only compared. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isBinaryExpression(parent)) return false
  if (ts.isParameter(parent) || ts.isBindingElement(parent) || ts.isVariableDeclaration(parent)) return false
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  return !ts.isPropertyAssignment(parent) || parent.initializer === node
}

/** `test(…)`, `describe(…)` and what `.each(…)` and the like give. */
function isTestCall({ expression }: ts.CallExpression): boolean {
  let callee: ts.Expression = expression
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression
  return ts.isIdentifier(callee) && /^(test|it)$/.test(callee.text)
}

interface Binding {
  readonly callback: ts.SignatureDeclaration
  readonly table: ts.Expression
  readonly cellOf: (row: Cell) => Cell
}

/** The nearest function around it that has it as a parameter, if a table calls that. */
function bindingOf(name: ts.Identifier): Binding | undefined {
  const callback = ts.findAncestor(name, (node): node is ts.SignatureDeclaration => {
    return ts.isFunctionLike(node) && node.parameters.some((each) => placeOf(each.name, name.text) !== undefined)
  })
  const table = callback === undefined ? undefined : tableOf(callback)
  if (callback === undefined || table === undefined) return undefined
  const at = callback.parameters.findIndex((each) => placeOf(each.name, name.text) !== undefined)
  const place = placeOf((callback.parameters[at] as ts.ParameterDeclaration).name, name.text) ?? []
  return { callback, table, cellOf: (row) => place.reduce(memberOf, Array.isArray(row) ? row[at] : row) }
}

/** How one gets from an argument to what the name is bound to, or undefined where it binds no such name. */
function placeOf(pattern: ts.BindingName, name: string): readonly string[] | undefined {
  if (ts.isIdentifier(pattern)) return pattern.text === name ? [] : undefined
  for (const [at, element] of pattern.elements.entries()) {
    const inner = ts.isBindingElement(element) ? placeOf(element.name, name) : undefined
    if (inner === undefined || !ts.isBindingElement(element)) continue
    const key = ts.isArrayBindingPattern(pattern) ? String(at) : (element.propertyName ?? element.name).getText()
    return [key, ...inner]
  }
  return undefined
}

function tableOf(callback: ts.Node): ts.Expression | undefined {
  const { parent } = callback
  if (!ts.isCallExpression(parent) || !ts.isCallExpression(parent.expression)) return undefined
  const { expression, arguments: tables } = parent.expression
  return ts.isPropertyAccessExpression(expression) && expression.name.text === 'each' ? tables[0] : undefined
}

/** What a table holds, as far as it is written there: texts, rows and objects. */
type Cell = string | undefined | readonly Cell[] | { readonly [key: string]: Cell }

function memberOf(cell: Cell, key: string): Cell {
  return typeof cell === 'object' && Object.hasOwn(cell, key) ? (cell as Record<string, Cell>)[key] : undefined
}

/** The lists of revisions that tests import. */
const known: Readonly<Record<string, readonly Revision[]>> = { revisions, legacyRevisions: revisions.slice(0, -1) }

/** The rows of a table that is written in the test, or is one of the known lists or a part of it. */
function rowsOf(table: ts.Expression): readonly Cell[] | undefined {
  if (ts.isAsExpression(table) || ts.isSatisfiesExpression(table) || ts.isParenthesizedExpression(table))
    return rowsOf(table.expression)
  if (ts.isIdentifier(table)) {
    const declared = declarationOf(table)
    return declared === undefined ? known[table.text] : rowsOf(declared)
  }
  if (ts.isArrayLiteralExpression(table)) {
    const parts = table.elements.map((each) => (ts.isSpreadElement(each) ? rowsOf(each.expression) : [cellAt(each)]))
    return parts.every((part) => part !== undefined) ? parts.flat() : undefined
  }
  return ts.isCallExpression(table) ? partOf(table) : undefined
}

/** `.slice(…)` with numbers, and `.filter((each) => each >= '…')`. */
function partOf({ expression, arguments: args }: ts.CallExpression): readonly Cell[] | undefined {
  if (!ts.isPropertyAccessExpression(expression)) return undefined
  const rows = rowsOf(expression.expression)
  if (expression.name.text === 'slice') return rows?.slice(...args.map((each) => Number(each.getText())))
  const [, from] = /^\((\w+)\) => \1 >= '([\d-]+)'$/.exec(args[0]?.getText() ?? '')?.slice(1) ?? []
  if (expression.name.text !== 'filter' || from === undefined) return undefined
  return rows?.filter((row) => typeof row === 'string' && row >= from)
}

function cellAt(node: ts.Expression): Cell {
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return cellAt(node.expression)
  if (ts.isStringLiteral(node)) return node.text
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(cellAt)
  if (!ts.isObjectLiteralExpression(node)) return undefined
  const written = node.properties.filter(ts.isPropertyAssignment)
  return Object.fromEntries(written.map(({ name, initializer }) => [name.getText(), cellAt(initializer)]))
}

/** What a constant of this file is, the one that is declared nearest before it. */
function declarationOf(name: ts.Identifier): ts.Expression | undefined {
  let found: ts.Expression | undefined
  const visit = (node: ts.Node): void => {
    const isIt = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name.text
    if (isIt && node.end < name.pos) found = node.initializer
    ts.forEachChild(node, visit)
  }
  visit(name.getSourceFile())
  return found
}
