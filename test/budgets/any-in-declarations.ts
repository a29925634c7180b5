import ts from 'typescript6'
import type { Offender } from './over-budget.js'

/** Where a declaration file says `any`. */
export function anyInDeclarations(path: string, text: string): readonly Offender[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Offender[] = []
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
      found.push({ offender: `${path} ${declarationOf(node).join('.')}: any`, line })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function declarationOf(node: ts.Node): readonly string[] {
  if (ts.isSourceFile(node)) return []
  const outer = declarationOf(node.parent)
  const isNamed =
    ts.isStatement(node) || ts.isClassElement(node) || ts.isTypeElement(node) || ts.isVariableDeclaration(node)
  const name = isNamed ? ts.getNameOfDeclaration(node as ts.Declaration)?.getText() : undefined
  return name === undefined ? outer : [...outer, name]
}
