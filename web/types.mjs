// Writes the types of what goes over a table's socket, from the server's own description of it (AsyncAPI, on stdin).

import { readFileSync } from "node:fs";

const { components, operations } = JSON.parse(readFileSync(0, "utf8"));

const nameOf = ({ $ref }) => $ref.split("/").at(-1);
const union = (types) => [...new Set(types)].join(" | ");
const inList = (type) => (/[ |{]/.test(type) ? `(${type})[]` : `${type}[]`);

const values = (list) => union(list.map((value) => JSON.stringify(value)));

/** Values that have a name, and so a type of their own. */
const names = new Map();
function named(name, list) {
  names.set(name, `export type ${name} = ${values(list)};`);
  return name;
}

/** A schema as a type. Only what the server's description has is known here; anything else is an error. */
function typeOf(schema) {
  if (schema.$ref) return nameOf(schema);
  if (schema.enum && schema.title) return named(schema.title, schema.enum);
  if (schema.enum) return values(schema.enum);
  if (schema.anyOf) return union(schema.anyOf.map(typeOf));
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })));
  switch (schema.type) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "array":
      return schema.prefixItems ? `[${itemsOf(schema).join(", ")}]` : inList(typeOf(schema.items ?? {}));
    case "object":
      return schema.properties ? `{ ${fieldsOf(schema).join(" ")} }` : `Record<string, ${valuesOf(schema)}>`;
    case undefined:
      return "unknown";
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

/** The items of a list in which each has its place; what is over the least may be cut off. */
function itemsOf({ prefixItems, minItems = prefixItems.length, items: rest }) {
  const items = prefixItems.map((item, place) => (place < minItems ? typeOf(item) : `(${typeOf(item)})?`));
  return rest ? [...items, `...${inList(typeOf(rest))}`] : items;
}

function valuesOf({ additionalProperties: values }) {
  return values && values !== true ? typeOf(values) : "unknown";
}

/** A field that has a value of its own when it is left out is always there in what the server says. */
function fieldsOf({ properties, required = [] }) {
  return Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) || "default" in schema ? "" : "?";
    const about = schema.description ? `/** ${schema.description} */ ` : "";
    return `${about}${name}${optional}: ${typeOf(schema)};`;
  });
}

/** What a client says may leave out what has a value of its own. */
function said(name) {
  const { properties } = components.schemas[name];
  const optional = Object.keys(properties).filter((field) => "default" in properties[field]);
  return optional.length ? `Omit<${name}, ${union(optional.map((field) => `"${field}"`))}> & Partial<${name}>` : name;
}

const namesOf = ({ messages }) => messages.map(nameOf);
console.log("// Made from the server's description of its socket with `make types`; not to be changed by hand.\n");
for (const [name, schema] of Object.entries(components.schemas)) {
  if (schema.description) console.log(`/** ${schema.description} */`);
  console.log(`export interface ${name} { ${fieldsOf(schema).join("\n")} }\n`);
}
console.log([...names.values()].join("\n\n"), "\n");
console.log(`/** What a client says. */\nexport type Said = ${union(namesOf(operations.asked).map(said))};\n`);
console.log(`/** What the server says. */\nexport type Told = ${union(namesOf(operations.told))};`);
