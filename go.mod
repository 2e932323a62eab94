module sparseracer

go 1.26
