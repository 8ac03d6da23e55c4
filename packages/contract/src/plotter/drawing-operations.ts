import { type TSchema, Type } from 'typebox';
import { exact } from '../exact.ts';
import { type Operation, type OperationMember, operationTable } from './operation-table.ts';

const Layer = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ maxLength: 1000 })]);

function schemaOf(member: OperationMember): TSchema {
  const options = member.description === undefined ? {} : { description: member.description };
  switch (member.type) {
    case 'choice':
      return Type.Enum([...member.values], { default: member.values[0], ...options });
    case 'flag':
      return Type.Boolean({ default: member.default, ...options });
    case 'layer':
      return Type.Union(Layer.anyOf, options);
    case 'layers':
      return Type.Array(Layer, { maxItems: 1000, ...options });
    default: {
      const { type, min: minimum, max: maximum, default: fallback } = member;
      const range = { minimum, maximum, ...(fallback !== undefined && { default: fallback }), ...options };
      return type === 'integer' ? Type.Integer(range) : Type.Number(range);
    }
  }
}

const schemas = Object.entries(operationTable).map(([kind, { description, members }]) => {
  const properties = Object.entries<OperationMember>(members).map(([name, member]) => [
    name,
    member.isRequired ? schemaOf(member) : Type.Optional(schemaOf(member)),
  ]);
  return Type.Object(
    { kind: Type.Literal(kind), ...Object.fromEntries(properties) },
    { ...exact, description },
  );
});

export const DrawingOperation = Type.Unsafe<Operation>(Type.Union(schemas, { $id: 'DrawingOperation' }));
