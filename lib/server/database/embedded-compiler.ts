import 'server-only'
import { type BinaryOperationNode, PrimitiveValueListNode, SqliteQueryCompiler } from 'kysely'

/**
 * Compiles for the embedded database, and gives it a list to look things up in as one value whatever its length. Each length would be a
 * statement of its own otherwise: hundreds, kept until the engine tidies up, took 13 MB and had left as much behind a minute later. A list
 * of one stays: only then an index that is looked up by it gives its rows in order.
 */
export class EmbeddedQueryCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    if (PrimitiveValueListNode.is(rightOperand) && rightOperand.values.length !== 1 && rightOperand.values.every(isPlain)) {
      this.visitNode(leftOperand)
      this.append(' ')
      this.visitNode(operator)
      this.append(' (select value from json_each(')
      this.appendValue(JSON.stringify(rightOperand.values))
      this.append('))')
    } else super.visitBinaryOperation(node)
  }
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'
