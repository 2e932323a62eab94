package report

import "reflect"

// JSONTypes are the Go types of the JSON of each verb, and of the parts that have a name in
// docs/cli.md: what the schema files are made from.
func JSONTypes() (verbs, parts map[string]reflect.Type) {
	verbs = map[string]reflect.Type{
		"analyze": reflect.TypeFor[jsonReport](), "explain": reflect.TypeFor[jsonExplained](),
		"audit": reflect.TypeFor[jsonAudit](), "info": reflect.TypeFor[Stats](),
	}
	parts = map[string]reflect.Type{
		"frame": reflect.TypeFor[jsonFrame](), "place": reflect.TypeFor[jsonPlace](), "loop": reflect.TypeFor[jsonLoop](),
		"race": reflect.TypeFor[jsonRace](), "trace": reflect.TypeFor[jsonTrace](), "part": reflect.TypeFor[jsonPart](),
	}
	return verbs, parts
}
