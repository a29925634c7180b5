import ts from 'typescript6'

/** What a file weighs. */
export interface Measures {
  readonly lines: number
  /** Lines that hold nothing but comment. */
  readonly commentLines: number
  readonly functions: readonly FunctionMeasures[]
}

/** What one function weighs: a declaration, a method, a constructor, a callback or a signature. */
export interface FunctionMeasures {
  /** As a person would look for it: `Pending.add`, `createServer`, `callback in createServer`. */
  readonly name: string
  readonly line: number
  readonly lines: number
  /** How deep its innermost statement sits: `if`, loops, `switch`, `try` and inner functions with a block count one each. */
  readonly nesting: number
  readonly parameters: number
}

/** Measures TypeScript source text. */
export function measure(path: string, text: string): Measures {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const functions: FunctionMeasures[] = []
  const visit = (node: ts.Node): void => {
    if (isFunction(node)) functions.push(measureFunction(node, file))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { lines: text.trimEnd().split('\n').length, commentLines: countCommentLines(file), functions }
}

function measureFunction(node: ts.SignatureDeclaration, file: ts.SourceFile): FunctionMeasures {
  const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line
  const last = file.getLineAndCharacterOfPosition(node.getEnd()).line
  const parameters = node.parameters.filter(({ name }) => name.getText(file) !== 'this')
  return {
    name: nameOf(node, file),
    line: first + 1,
    lines: last - first + 1,
    nesting: 'body' in node && node.body !== undefined ? nestingOf(node.body) : 0,
    parameters: parameters.length,
  }
}

function nestingOf(node: ts.Node): number {
  let deepest = 0
  ts.forEachChild(node, (child) => {
    deepest = Math.max(deepest, nestingOf(child) + (nests(child) ? 1 : 0))
  })
  return deepest
}

function nests(node: ts.Node): boolean {
  if (ts.isIfStatement(node)) return !(ts.isIfStatement(node.parent) && node.parent.elseStatement === node)
  if (isFunction(node)) return 'body' in node && node.body !== undefined && ts.isBlock(node.body)
  return ts.isIterationStatement(node, false) || ts.isSwitchStatement(node) || ts.isTryStatement(node)
}

function isFunction(node: ts.Node): node is ts.SignatureDeclaration {
  return ts.isFunctionLike(node) && !ts.isJSDocSignature(node) && !ts.isIndexSignatureDeclaration(node)
}

function nameOf(node: ts.Node, file: ts.SourceFile): string {
  const own = ts.isConstructorDeclaration(node) ? 'constructor' : ownName(node, file)
  const outer = ts.findAncestor(node.parent, (each) => each !== node && ownName(each, file) !== undefined)
  const outerName = outer === undefined ? undefined : ownName(outer, file)
  if (own === undefined) return outerName === undefined ? 'callback' : `callback in ${outerName}`
  return outerName === undefined ? own : `${outerName}.${own}`
}

function ownName(node: ts.Node, file: ts.SourceFile): string | undefined {
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) return node.name.getText(file)
  if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return node.name?.text
  return isFunction(node) ? node.name?.getText(file) : undefined
}

function countCommentLines(file: ts.SourceFile): number {
  const lines = new Set<number>()
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(file).filter((child) => !ts.isJSDoc(child))
    if (children.length === 0) for (const line of linesOfCommentBefore(node, file)) lines.add(line)
    children.forEach(visit)
  }
  visit(file)
  return lines.size
}

function linesOfCommentBefore(token: ts.Node, file: ts.SourceFile): readonly number[] {
  const comments = ts.getLeadingCommentRanges(file.text, token.getFullStart()) ?? []
  return comments.flatMap(({ pos, end }) => {
    const first = file.getLineAndCharacterOfPosition(pos).line
    const last = file.getLineAndCharacterOfPosition(end).line
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
