import { posix } from 'node:path'
import ts from 'typescript6'
import type { SourceFile } from '../support/source-files.js'

/** What one file takes from another. */
export interface Import {
  readonly from: string
  readonly line: number
  readonly specifier: string
  /** The source file of a relative specifier. */
  readonly path?: string
  /** `type` is erased, `value` is loaded with the file, `lazy` when the code gets there. */
  readonly kind: 'type' | 'value' | 'lazy'
}

/** Everything a file imports or exports from elsewhere, types included. */
export function importsOf({ path, text }: SourceFile): readonly Import[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    const target = targetOf(node)
    if (target !== undefined && ts.isStringLiteralLike(target.specifier)) {
      const specifier = target.specifier.text
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
      const source = specifier.startsWith('.') ? { path: toSource(path, specifier) } : {}
      found.push({ from: path, line, specifier, kind: target.kind, ...source })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function targetOf(node: ts.Node): { specifier: ts.Node; kind: Import['kind'] } | undefined {
  if (ts.isImportDeclaration(node)) {
    const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    return { specifier: node.moduleSpecifier, kind: isType ? 'type' : 'value' }
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return { specifier: node.moduleSpecifier, kind: node.isTypeOnly ? 'type' : 'value' }
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: node.argument.literal, kind: 'type' }
  }
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  const [argument] = isCall ? node.arguments : []
  return argument === undefined ? undefined : { specifier: argument, kind: 'lazy' }
}

function toSource(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts')
}
