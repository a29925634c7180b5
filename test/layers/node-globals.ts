import ts from 'typescript6'
import type { SourceFile } from '../support/source-files.js'

const names = new Set(['Buffer', 'process', 'global', '__dirname', '__filename', 'setImmediate', 'clearImmediate'])

/** Where a file names a global that only Node has, as `path:line name`. */
export function nodeGlobals({ path, text }: SourceFile): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && names.has(node.text) && !isMember(node)) {
      found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1} ${node.text}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** `this.process` and `{ process: 1 }` name a member of something else; `globalThis.process` does not. */
function isMember(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node && parent.expression.getText() !== 'globalThis'
  return (
    (ts.isPropertyAssignment(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent)) && parent.name === node
  )
}
