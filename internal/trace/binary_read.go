package trace

const magic = "SPARSERT"

func openBinary(path string) (Source, error) { return nil, ErrVersion }
